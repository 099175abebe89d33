import type { AccountRouteId, FaucetRouteId, ServiceRouteId } from '@glassblock/contract/services';
import { balanceOf, checkPassword, endSession, startSession, type User } from '@glassblock/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NetworkContext } from '../../network/network-context.ts';
import type { Services } from '../../services/open-services.ts';
import { type Caller, setCookie } from './credentials.ts';
import { accountMenu, ownAccelerations, presentQuote, presentUser, topUpHistory } from './present-services.ts';
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

/** Returns the JSON value of an answer; undefined for an empty one. */
export type ServiceHandler = (call: ServiceCall) => Promise<unknown>;

const empty = Symbol('204');
/** Returned for 204. */
export const noContent: unknown = empty;

/** Returns the first of the named members that is a text. @throws {ServiceFault} bad_request */
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

/** A number of JSON or the digits of a form; not an integer: the callee refuses it. */
export function integerOf(fields: ServiceCall['fields'], ...names: string[]): number {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value);
  }
  throw new ServiceFault('bad_request');
}

function txidOf(fields: ServiceCall['fields']): string {
  const text = textOf(fields, 'txInput', 'txid').trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ServiceFault('bad_request');
  return text;
}

/** The user of a route that needs one. */
export const userOf = ({ caller }: ServiceCall): User => caller!.user;

async function authOf({ services }: ServiceCall, user: User, sessionId: number) {
  const { id: userId, username } = user;
  return { token: await services.tokens.sign({ userId, username, sessionId }), user: { userId, username } };
}

/**
 * Starts a session with a new token: one that was planted before is not continued, and that of the browser ends.
 */
export async function signIn(call: ServiceCall, user: User) {
  const { services, caller, request, reply, cookiePath } = call;
  const { database, nowSeconds } = services;
  if (caller?.isCookie === true && caller.sessionId !== undefined) await endSession(database, caller.sessionId);
  const client = request.headers['user-agent'] ?? '';
  const { token, sessionId } = await startSession(database, user.id, nowSeconds(), client);
  setCookie(request, reply, token, cookiePath);
  return authOf(call, user, sessionId);
}

/** Handlers of the routes that clients of mempool.space know. */
export const serviceHandlers: Readonly<
  Record<Exclude<ServiceRouteId, AccountRouteId | FaucetRouteId>, ServiceHandler>
> = {
  async login(call) {
    const { database, nowSeconds } = call.services;
    const { fields } = call;
    const given = { username: textOf(fields, 'username'), password: textOf(fields, 'password') };
    const user = await checkPassword(database, given, nowSeconds());
    if (user === undefined) throw new ServiceFault('invalid_credentials');
    return signIn(call, user);
  },
  async logout({ services, caller, request, reply, cookiePath }) {
    if (caller?.sessionId !== undefined) await endSession(services.database, caller.sessionId);
    setCookie(request, reply, undefined, cookiePath);
    return {};
  },
  jwt: async (call) => authOf(call, userOf(call), call.caller!.sessionId!),
  account: async (call) => presentUser(userOf(call)),
  menu: async () => accountMenu,
  async version({ context }) {
    const { hostname, gitCommit, version } = context.backend;
    return { hostname, gitCommit, version };
  },
  async estimate({ services, caller, fields }) {
    const quote = await services.accelerator.quote(txidOf(fields));
    if (quote === undefined) return noContent;
    const balance = caller && (await balanceOf(services.database, caller.user.id)).balance;
    return presentQuote(quote, balance, services.accelerator.miningPoolIds);
  },
  async accelerate(call) {
    const { services, fields } = call;
    await services.accelerator.accept(userOf(call).id, txidOf(fields), integerOf(fields, 'userBid', 'maxBidBoost'));
    return undefined;
  },
  async cancel(call) {
    await call.services.accelerator.cancel(userOf(call).id, integerOf(call.fields, 'id'));
    return undefined;
  },
  balance: (call) => balanceOf(call.services.database, userOf(call).id),
  history: (call) =>
    ownAccelerations(call.services.database, userOf(call).id, {
      status: textOf(call.fields, 'status'),
      hasDetails: ['true', '1'].includes(String(call.fields['details'])),
      height: call.context.progress().height ?? 0,
    }),
  topUps: (call) => topUpHistory(call.services.database, userOf(call).id),
};
