import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPointWindows, type PointWindows } from './point-windows.ts';

/** Cost that each client address may cause in a minute. An ordinary request costs one point. */
export interface RequestBudget {
  /** Counts a request. */
  enter(key: string): Entry;
  /** Adds the cost of work to an address; further requests are refused once its points are used up. */
  charge(key: string, points: number): void;
  /** Takes back the point of a request that another thread answers. */
  refund(key: string): void;
  /** Adds the cost of a body: each started unit after the first costs a point. */
  chargeBody(request: { ip: string }, length: number): void;
}

/** A request that was counted. */
export interface Entry {
  /** The address has used up its points: the request is refused. */
  readonly isOver: boolean;
  /** Seconds until it has points again. */
  readonly seconds: number;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, number>>;
}

const unlimited: Entry = { isOver: false, seconds: 0, headers: {} };

/** Points of one rendered page: it takes about as long as twenty ordinary requests. */
export const pagePoints = 20;
/** Each started unit of a request's and an answer's body costs one more point. */
const unitBytes = 65_536;
/** Length of the window in which points are counted. */
export const windowMs = 60_000;

/**
 * Registers the limit of requests by cost. Requests above it get 429 with `retry-after`.
 * @param pointsPerMinute of one address; 0: no limit
 * @param keyOf see `addressKey`
 * @param windows points of all threads that answer requests
 */
export function registerRequestBudget(
  app: FastifyInstance,
  pointsPerMinute: number,
  keyOf: (request: { ip: string }) => string,
  windows: Pick<PointWindows, 'add'> = createPointWindows(windowMs, () => performance.now()),
): RequestBudget {
  if (pointsPerMinute === 0) return { enter: () => unlimited, charge: ignore, refund: ignore, chargeBody: ignore };
  const budget: RequestBudget = {
    enter(key) {
      const { points, msLeft } = windows.add(key, 1);
      const seconds = Math.ceil(msLeft / 1000);
      const headers = {
        'x-ratelimit-limit': pointsPerMinute,
        'x-ratelimit-remaining': Math.max(0, pointsPerMinute - points),
        'x-ratelimit-reset': seconds,
      };
      return { isOver: points > pointsPerMinute, seconds, headers };
    },
    charge(key, points) {
      if (points > 0) windows.add(key, points);
    },
    refund: (key) => void windows.add(key, -1),
    chargeBody(request, length) {
      if (length >= unitBytes) windows.add(keyOf(request), Math.floor(length / unitBytes));
    },
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { isOver, seconds, headers } = budget.enter(keyOf(request));
    reply.headers(headers);
    if (!isOver) return done();
    reply.header('retry-after', seconds);
    closeUnread(request, reply);
    done(new CodedError('rate.limit', 'Too many requests'));
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (typeof request.body === 'string') budget.chargeBody(request, request.body.length);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { length } = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : [];
    budget.chargeBody(request, length);
    done(null, payload);
  });
  return budget;
}

const ignore = () => undefined;

/** Closes the connection of a refused request after the answer, unless its body is small: the rest is not read. */
function closeUnread({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= unitBytes;
  if (isSmall) return;
  reply.header('connection', 'close');
  reply.raw.once('finish', () => raw.destroy());
}
