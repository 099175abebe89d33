import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NetworkContext } from '../../network/network-context.ts';
import type { Services } from '../../services/open-services.ts';
import type { Caller } from './credentials.ts';
import { ServiceFault } from './service-fault.ts';
import type { ServiceLimits } from './service-limits.ts';

/** A request to services. */
export interface ServiceCall {
  services: Services;
  context: NetworkContext;
  request: FastifyRequest;
  reply: FastifyReply;
  cookiePath: string;
  limits: ServiceLimits;
  /** Undefined for callers without a valid credential; never for routes that need a user. */
  caller: Caller | undefined;
  /** Members of the body, or query parameters; texts are at most as long as the body may be. */
  fields: Readonly<Record<string, unknown>>;
}

const empty = Symbol('204');
/** Returned for 204. */
export const noContent: unknown = empty;

/** Returns a text field. @throws {ServiceFault} bad_request */
export function textOf(fields: ServiceCall['fields'], ...names: string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  throw new ServiceFault('bad_request');
}

/** Returns a member that is a text; undefined for an empty or missing one. */
export function optionalTextOf(fields: ServiceCall['fields'], name: string): string | undefined {
  return fields[name] === undefined || fields[name] === '' ? undefined : textOf(fields, name);
}

/** Returns an integer of JSON or the digits of a form. @throws {ServiceFault} bad_request */
export function integerOf(fields: ServiceCall['fields'], ...names: string[]): number {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value);
  }
  throw new ServiceFault('bad_request');
}

/** Returns a txid. @param names of its field; default: those of mempool.space */
export function txidOf(fields: ServiceCall['fields'], ...names: string[]): string {
  const text = textOf(fields, ...(names.length === 0 ? ['txInput', 'txid'] : names))
    .trim()
    .toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ServiceFault('bad_request');
  return text;
}
