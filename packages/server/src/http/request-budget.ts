import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What each client address may cost in a minute. An ordinary request costs one point. */
export interface RequestBudget {
  /** Adds the cost of work to an address; further requests are refused once its points are used up. */
  charge(key: string, points: number): void;
}

/** Points of one rendered page: it takes about as long as twenty ordinary requests. */
export const pagePoints = 20;
/** Each started unit of a request's and an answer's body costs one more point. */
const unitBytes = 65_536;
const windowSeconds = 60;

/**
 * Registers the limit of requests by cost. Requests above it get 429 with `retry-after`.
 * @param pointsPerMinute of one address; 0: no limit
 * @param keyOf see `addressKey`
 */
export function registerRequestBudget(
  app: FastifyInstance,
  pointsPerMinute: number,
  keyOf: (request: { ip: string }) => string,
): RequestBudget {
  if (pointsPerMinute === 0) return { charge: () => undefined };
  const limiter = new RateLimiterMemory({ points: pointsPerMinute, duration: windowSeconds });
  const charge = (key: string, points: number): void => {
    if (points > 0) void limiter.penalty(key, points);
  };
  app.addHook('onRequest', async (request, reply) => {
    const state = await limiter.consume(keyOf(request)).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    reply.headers({
      'x-ratelimit-limit': pointsPerMinute,
      'x-ratelimit-remaining': Math.max(0, state.remainingPoints),
      'x-ratelimit-reset': seconds,
    });
    if (state.consumedPoints <= pointsPerMinute) return;
    reply.header('retry-after', seconds);
    closeUnread(request, reply);
    throw new CodedError('rate.limit', 'Too many requests');
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (typeof request.body === 'string') charge(keyOf(request), Math.floor(request.body.length / unitBytes));
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { length } = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : [];
    charge(keyOf(request), Math.floor(length / unitBytes));
    done(null, payload);
  });
  return { charge };
}

/** Closes the connection of a refused request after the answer, unless its body is small: the rest is not read. */
function closeUnread({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= unitBytes;
  if (isSmall) return;
  reply.header('connection', 'close');
  reply.raw.once('finish', () => raw.destroy());
}
