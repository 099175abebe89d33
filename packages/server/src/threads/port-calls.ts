import type { MessagePort } from 'node:worker_threads';
import { CodedError, isCoded } from '@glassblock/primitives';

type AsyncMethods = Record<string, (...args: never[]) => Promise<unknown>>;
type Call = { call: number; method: string; args: unknown[] };
type Outcome = { call: number; value: unknown } | { call: number; error: { code?: string; message: string } };

/** Answers calls of another thread with the methods of an object. */
export function answerCalls(port: MessagePort, methods: object): void {
  const table = methods as AsyncMethods;
  port.on('message', ({ call, method, args }: Call) => {
    const run = async () => table[method]!(...(args as never[]));
    run().then(
      (value) => port.postMessage({ call, value } satisfies Outcome),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({
          call,
          error: isCoded(error) ? { code: error.code, message } : { message },
        } satisfies Outcome);
      },
    );
  });
}

/** Options of a caller. */
export interface CallerOptions {
  /** Called with the latency of each answer, in seconds. */
  onLatency?(seconds: number): void;
  /** Maximum pending calls; further ones are rejected. */
  maxWaiting?: number;
}

/**
 * Returns a proxy of an object in another thread: every method becomes a message.
 * @throws {CodedError} server.busy when too many calls wait, server.thread-ended when the other thread has exited
 */
export function callerOf<T extends object>(
  port: MessagePort,
  methods: readonly (keyof T & string)[],
  options: CallerOptions = {},
): T {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; since: bigint }>();
  const max = options.maxWaiting ?? 2_000;
  let next = 1;
  let ended = false;
  port.on('message', (outcome: Outcome) => {
    const asker = waiting.get(outcome.call);
    if (asker === undefined) return;
    waiting.delete(outcome.call);
    options.onLatency?.(Number(process.hrtime.bigint() - asker.since) / 1e9);
    if ('value' in outcome) asker.resolve(outcome.value);
    else {
      const { code, message } = outcome.error;
      asker.reject(code === undefined ? new Error(message) : new CodedError(code, message));
    }
  });
  port.on('close', () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new CodedError('server.thread-ended', 'a worker has ended'));
    waiting.clear();
  });
  const ask = (method: string, args: unknown[]): Promise<unknown> => {
    if (ended) return Promise.reject(new CodedError('server.thread-ended', 'a worker has ended'));
    if (waiting.size >= max) return Promise.reject(new CodedError('server.busy', 'too many pending calls'));
    return new Promise((resolve, reject) => {
      const call = next++;
      waiting.set(call, { resolve, reject, since: process.hrtime.bigint() });
      port.postMessage({ call, method, args } satisfies Call);
    });
  };
  const entries = methods.map((method) => [method, (...args: unknown[]) => ask(method, args)] as const);
  return Object.fromEntries(entries) as T;
}
