import { Transform } from 'node:stream';
import { CodedError } from '@glassblock/primitives';

/** Average rate below which a large body is refused: 256 kbit/s. */
const minBytesPerSecond = 32_768;
/** Time before the rate counts: a connection starts slowly. */
export const graceMs = 5_000;
/** Interval of the checks. */
export const checkMs = 1_000;

/** Calls a function repeatedly until the returned function is called. */
export type Repeat = (call: () => void, intervalMs: number) => () => void;

/** The repetition of a process, which ends without waiting for it. */
export const repeatByTimer: Repeat = (call, intervalMs) => {
  const timer = setInterval(call, intervalMs).unref();
  return () => clearInterval(timer);
};

/** A body whose rate is limited. */
export interface PacedBody {
  /** The body; fails when it arrives too slowly. */
  stream: Transform;
  /** Average bytes per second; undefined before the rate counts, and after the end. */
  rate(): number | undefined;
  /** Fails the stream as too slow. */
  refuse(): void;
}

/**
 * Measures the rate of a body, delays it where it arrives too fast, and fails its stream when it arrives too slowly. A
 * client that sends single bytes at intervals would occupy a place of `large-bodies.ts` until the request's timeout.
 * Checks are counted instead of time: while the event loop is blocked nothing is read, which is not the client's fault.
 * @param delay counts bytes; returns a promise that resolves when more may be read, undefined: at once
 */
export function withLimitedRate(
  body: NodeJS.ReadableStream,
  repeat: Repeat,
  delay: (bytes: number) => Promise<void> | undefined,
): PacedBody {
  let received = 0;
  let elapsedMs = 0;
  let isEnded = false;
  const paced = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      const delayed = delay(chunk.length);
      if (delayed === undefined) done(null, chunk);
      else void delayed.then(() => done(null, chunk));
    },
    destroy(error, done) {
      stop();
      done(error);
    },
  });
  const stopChecks = repeat(() => {
    elapsedMs += checkMs;
    if (received * 1_000 < (elapsedMs - graceMs) * minBytesPerSecond) paced.destroy(tooSlow());
  }, checkMs);
  function stop(): void {
    isEnded = true;
    stopChecks();
  }
  paced.once('end', stop);
  body.once('error', (error) => paced.destroy(error));
  body.once('close', stop);
  return {
    stream: body.pipe(paced),
    rate: () => (isEnded || elapsedMs < graceMs ? undefined : (received * 1_000) / elapsedMs),
    refuse: () => paced.destroy(tooSlow()),
  };
}

/** The status is for Fastify, which makes 400 of other failures of a body. */
const tooSlow = () =>
  Object.assign(new CodedError('body.too-slow', 'the body arrives too slowly'), { statusCode: 408 });
