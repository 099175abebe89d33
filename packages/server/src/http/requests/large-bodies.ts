import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFairLimit } from '../../concurrency/fair-limit.ts';
import { nextTurn } from '../../concurrency/slices.ts';
import { type Repeat, withMinimumRate } from './body-pace.ts';

/** A body above this, or of unknown length, is large. */
const largeBytes = 65_536;
/** Requests with large bodies that are read and answered at the same time: each holds up to 10 MB, more while it is parsed. */
const limits = { running: 16, runningPerKey: 2, waiting: 2_000, waitingPerKey: 100 };

/**
 * Limits requests with large bodies, so that clients which send many at the same time cost neither memory nor the time of
 * others: those above the limits are not read until others are answered, one that arrives too slowly is refused, and one
 * is parsed in a turn of the event loop.
 * @param keyOf see `addressKey`
 * @param repeat for the checks of the rate
 */
export function registerLargeBodies(
  app: FastifyInstance,
  keyOf: (request: { ip: string }) => string,
  repeat: Repeat,
): void {
  const limit = createFairLimit(limits);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasLargeBody(request)) return done(null, payload);
    const answered = limit.run(keyOf(request), () => {
      const { raw } = request;
      // a client that waited may be gone
      if (raw.destroyed) return Promise.resolve();
      return new Promise<void>((resolve) => {
        // emitted after the answer, or when the connection ends; a request that is answered before its end emits nothing
        reply.raw.once('close', resolve);
        const paced = withMinimumRate(payload, repeat);
        // the rest of the body follows on the connection
        paced.once('error', () => reply.header('connection', 'close'));
        done(null, paced);
      });
    });
    if (answered === undefined) done(new CodedError('rate.limit', 'too many large bodies'));
  });
  app.addHook('preHandler', async ({ body }) => {
    if (typeof body === 'string' && body.length > largeBytes) await nextTurn();
  });
}

function hasLargeBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes;
}
