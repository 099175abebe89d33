import { CodedError, isCoded } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { AccelerationSource } from '../sources/accelerations/acceleration-source.ts';
import { type Accelerations, followAccelerations } from '../sources/accelerations/accelerations.ts';
import type { Bus } from './bus.ts';
import { calledOn, createBusCaller } from './bus-calls.ts';
import { subjectOf } from './journal-stream.ts';

/** A request to the services, as the process that serves the client has it. */
export interface ServicesRequest {
  readonly method: string;
  /** With base path and network. */
  readonly url: string;
  /** Lower-case names; the address of the client and its protocol as a proxy sends them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of the services. */
export interface ServicesAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** The process with the services of a network, as others see it. */
export interface ServicesLink {
  readonly accelerations: Accelerations;
  /** @throws {CodedError} server.follower-away, server.busy */
  request(request: ServicesRequest): Promise<ServicesAnswer>;
  close(): void;
}

/** Subject of calls to the process with the services of a network. */
export const servicesSubject = (keyspace: string) => `${subjectOf(keyspace)}.services`;
/** Name of the call that answers a request. */
export const servicesCall = 'services.request';
/** Methods of a source of accelerations that are calls. */
export const sourceMethods = [
  'active',
  'history',
  'find',
  'quote',
  'sums',
  'stats',
] as const satisfies (keyof AccelerationSource)[];

/** A sign-in computes a hash of the password, and waits for others. */
const timeoutMs = 10_000;

/** Connects to the process with the services of a network, which may be away. */
export function connectServices(bus: Bus, keyspace: string, log: Logger): ServicesLink {
  const subject = servicesSubject(keyspace);
  const caller = createBusCaller(bus, { subject: () => subject, timeoutMs, onLatency: () => undefined });
  const source = sourceOf(calledOn<AccelerationSource>(caller, 'accelerations', sourceMethods));
  const accelerations = followAccelerations(source, log);
  return {
    accelerations,
    request: (request) => caller.call(servicesCall, [request]) as Promise<ServicesAnswer>,
    close() {
      accelerations.stop();
      caller.close();
    },
  };
}

/** While the services are away their lists are not available, and accelerations are not offered. */
function sourceOf(remote: AccelerationSource): AccelerationSource {
  const away = (error: unknown): never => {
    if (!isCoded(error, 'server.follower-away')) throw error;
    throw new CodedError('v1.accelerations-active', 'the services do not answer', { cause: error });
  };
  return {
    active: () => remote.active().catch(away),
    history: (query) => remote.history(query).catch(away),
    find: (txid) => remote.find(txid).catch(away),
    quote: (txid) =>
      remote.quote!(txid).catch((error: unknown) => {
        if (!isCoded(error, 'server.follower-away')) throw error;
        return { txid, reason: 'not_available', hasInvoices: false, isSimulated: false };
      }),
    sums: (query) => remote.sums(query).catch(away),
    stats: (query) => remote.stats(query).catch(away),
  };
}
