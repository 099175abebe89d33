import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFairLimit, type FairLimit } from '../../concurrency/fair-limit.ts';
import { nextTurn } from '../../concurrency/slices.ts';
import { checkMs, graceMs, type PacedBody, type Repeat, withLimitedRate } from './body-pace.ts';
import type { BodyRates } from './body-rates.ts';

/** A body above this, or of unknown length, is large. */
const largeBytes = 65_536;
/** Requests with large bodies that are read and answered at the same time: each holds up to 10 MB, more while it is parsed. */
const limits = { running: 16, runningPerKey: 2, waiting: 2_000, waitingPerKey: 100 };

/**
 * Limits requests with large bodies, so that clients which send many at the same time cost neither memory nor the time of
 * others: those above the limits are not read until others are answered, those of an address are read at a limited rate, one
 * that arrives too slowly is refused, and one is parsed in a turn of the event loop. While clients wait and no place has become free for five seconds, the slowest body
 * is refused: clients at the minimum rate would have all places for a minute.
 * @param keyOf see `addressKey`
 * @param repeat for the checks of the rate
 */
export function registerLargeBodies(
  app: FastifyInstance,
  keyOf: (request: { ip: string }) => string,
  repeat: Repeat,
  rates: BodyRates,
): void {
  const limit = createFairLimit(limits);
  const reading = new Set<PacedBody>();
  const relief = createRelief(limit, reading, repeat);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasLargeBody(request)) return done(null, payload);
    const key = keyOf(request);
    const answered = limit.run(key, () => {
      const { raw } = request;
      // a client that waited may be gone
      if (raw.destroyed) return Promise.resolve();
      return new Promise<void>((resolve) => {
        // emitted after the answer, or when the connection ends; a request that is answered before its end emits nothing
        reply.raw.once('close', resolve);
        const paced = withLimitedRate(payload, repeat, (bytes) => rates.add(key, bytes));
        reading.add(paced);
        reply.raw.once('close', () => reading.delete(paced));
        // the rest of the body follows on the connection
        paced.stream.once('error', () => reply.header('connection', 'close'));
        done(null, paced.stream);
      }).finally(relief.restart);
    });
    relief.start();
    if (answered === undefined) done(new CodedError('rate.limit', 'too many large bodies'));
  });
  app.addHook('preHandler', async ({ body }) => {
    if (typeof body === 'string' && body.length > largeBytes) await nextTurn();
  });
}

/** Refuses the slowest body when others wait for too long. */
interface Relief {
  /** Begins to check, if bodies wait. */
  start(): void;
  /** A place has become free: the time begins again. */
  restart(): void;
}

function createRelief(limit: FairLimit, reading: ReadonlySet<PacedBody>, repeat: Repeat): Relief {
  let stop: (() => void) | undefined;
  let waitedMs = 0;
  function check(): void {
    if (!limit.isCrowded()) {
      stop?.();
      stop = undefined;
      return;
    }
    waitedMs += checkMs;
    if (waitedMs < graceMs) return;
    waitedMs = 0;
    slowestOf(reading)?.refuse();
  }
  return {
    start() {
      if (stop !== undefined || !limit.isCrowded()) return;
      waitedMs = 0;
      stop = repeat(check, checkMs);
    },
    restart() {
      waitedMs = 0;
    },
  };
}

/** Returns the body with the lowest rate of those whose rate counts. */
function slowestOf(bodies: ReadonlySet<PacedBody>): PacedBody | undefined {
  let slowest: PacedBody | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const body of bodies) {
    const rate = body.rate();
    if (rate === undefined || rate >= lowest) continue;
    slowest = body;
    lowest = rate;
  }
  return slowest;
}

function hasLargeBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes;
}
