import type { ServiceRouteId } from '@glassblock/contract/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../requests/client-address.ts';
import { createPointWindows } from '../requests/point-windows.ts';
import { ServiceFault } from './service-fault.ts';

const minuteMs = 60_000;

/** Limits of one client address; routes of one name share it. */
const limits = {
  attempts: { requests: 10, windowMs: minuteMs },
  mails: { requests: 5, windowMs: 10 * minuteMs },
  simulatedUsers: { requests: 5, windowMs: 10 * minuteMs },
  challenges: { requests: 60, windowMs: minuteMs },
  exports: { requests: 10, windowMs: minuteMs },
  accelerationInvoices: { requests: 20, windowMs: minuteMs },
  invoices: { requests: 20, windowMs: minuteMs },
  topUps: { requests: 20, windowMs: minuteMs },
  claims: { requests: 20, windowMs: minuteMs },
} as const;

const limitOf: Partial<Record<ServiceRouteId, keyof typeof limits>> = {
  login: 'attempts',
  useLink: 'attempts',
  passkeyLogin: 'attempts',
  setPassword: 'attempts',
  deleteAccount: 'attempts',
  emailLink: 'mails',
  simulateUser: 'simulatedUsers',
  challenge: 'challenges',
  passkeyOptions: 'challenges',
  newPasskeyOptions: 'challenges',
  exportAccount: 'exports',
  faucetRequest: 'attempts',
  invoice: 'accelerationInvoices',
  bitcoin: 'invoices',
  topUp: 'topUps',
  bitcoinClaim: 'claims',
};

/** Forms without scripts have no proof of work: all clients together may send as many in an hour. */
const maxWithoutProof = 20;

/** Counts requests of routes that cost more than others, or that may be attempts. */
export interface ServiceLimits {
  /** @throws {ServiceFault} temporarily_unavailable, with `Retry-After` */
  count(id: ServiceRouteId, request: FastifyRequest, reply: FastifyReply): void;
  /** @throws {ServiceFault} temporarily_unavailable */
  countWithoutProof(): void;
}

/** Creates the limits of one server. */
export function createServiceLimits(): ServiceLimits {
  const now = () => performance.now();
  const windows = Object.fromEntries(
    Object.entries(limits).map(([name, { windowMs }]) => [name, createPointWindows(windowMs, now)]),
  ) as Record<keyof typeof limits, ReturnType<typeof createPointWindows>>;
  const withoutProof = createPointWindows(60 * minuteMs, now);
  return {
    count(id, request, reply) {
      const name = limitOf[id];
      if (name === undefined) return;
      const { points, msLeft } = windows[name].add(addressKey(request.ip), 1);
      if (points <= limits[name].requests) return;
      reply.header('retry-after', Math.ceil(msLeft / 1000));
      throw new ServiceFault('temporarily_unavailable');
    },
    countWithoutProof() {
      if (withoutProof.add('', 1).points > maxWithoutProof) throw new ServiceFault('temporarily_unavailable');
    },
  };
}
