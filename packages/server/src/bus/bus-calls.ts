import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { CodedError, isCoded } from '@glassblock/primitives';
import pLimit from 'p-limit';
import type { Bus } from './bus.ts';
import { createValueParts, publishValue, type ValueParts } from './bus-messages.ts';

type AsyncMethods = Record<string, (...args: never[]) => Promise<unknown>>;
type Outcome = { value: unknown } | { error: { code?: string; message: string } };

/** Calls that are answered concurrently; as many again may wait as one process may send. */
const maxConcurrent = 64;
const maxWaiting = 2_000;
/** A caller sends at most this many bytes: lists of ids. */
const maxRequestBytes = 1024 * 1024;

/** Methods that other processes call, by `object.method`. */
export type CallTable = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Returns the methods of an object under its name, for `answerBusCalls`. */
export const methodsOf = (name: string, methods: object, names: readonly string[]): CallTable =>
  Object.fromEntries(
    names.map((method) => [`${name}.${method}`, (...args: never[]) => (methods as AsyncMethods)[method]!(...args)]),
  );

/**
 * Answers calls to a subject; returns a function that ends that. More than the limit are refused at once.
 * @param onError called when a message cannot be understood or answered
 */
export function answerBusCalls(
  bus: Bus,
  subject: string,
  table: CallTable,
  onError: (error: unknown) => void,
): () => void {
  const limit = pLimit(maxConcurrent);
  const subscription = bus.connection.subscribe(`${subject}.>`, {
    callback(failure, message) {
      if (failure !== null) return onError(failure);
      const { reply, data, subject: name } = message;
      if (reply === undefined || reply === '') return;
      const answer = (outcome: Outcome) => {
        try {
          publishValue(bus, reply, outcome);
        } catch (error) {
          onError(error);
        }
      };
      const called = name.slice(subject.length + 1);
      const method = Object.hasOwn(table, called) ? table[called] : undefined;
      if (method === undefined) return answer({ error: { code: 'server.unknown-call', message: 'unknown call' } });
      if (limit.pendingCount > maxWaiting) {
        return answer({ error: { code: 'server.busy', message: 'too many pending calls' } });
      }
      const run = async () => method(...(deserialize(data) as never[]));
      void limit(run).then(
        (value) => answer({ value }),
        (error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (!isCoded(error)) onError(error);
          answer({ error: isCoded(error) ? { code: error.code, message: text } : { message: text } });
        },
      );
    },
  });
  return () => subscription.unsubscribe();
}

/** Calls the methods of a table in another process. */
export interface BusCaller {
  /**
   * @throws {CodedError} server.follower-away without an answer before the deadline, server.busy when too many wait,
   * and errors of the method
   */
  call(name: string, args: readonly unknown[]): Promise<unknown>;
  close(): void;
}

/** Options of a caller. */
export interface BusCallerOptions {
  /** Returns the subject of the process that answers now; undefined: none does. */
  subject(): string | undefined;
  timeoutMs: number;
  /** Called with the latency of each answer, in seconds. */
  onLatency(seconds: number): void;
}

interface Waiting {
  readonly parts: ValueParts;
  readonly timer: NodeJS.Timeout;
  readonly sinceMs: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Another process may answer: an error in the callback of a message would end this one. */
const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' &&
  value !== null &&
  ('value' in value || ('error' in value && typeof value.error === 'object' && value.error !== null));

const away = () => new CodedError('server.follower-away', 'the follower of this network does not answer');

/** Creates a caller with a subject of its own for answers. */
export function createBusCaller(bus: Bus, { subject, timeoutMs, onLatency }: BusCallerOptions): BusCaller {
  const inbox = `_INBOX.${randomUUID()}`;
  const waiting = new Map<string, Waiting>();
  let next = 1;
  const settle = (id: string, use: (asker: Waiting) => void) => {
    const asker = waiting.get(id);
    if (asker === undefined) return;
    waiting.delete(id);
    clearTimeout(asker.timer);
    use(asker);
  };
  const subscription = bus.connection.subscribe(`${inbox}.*`, {
    callback(failure, message) {
      if (failure !== null) return;
      const id = message.subject.slice(inbox.length + 1);
      const asker = waiting.get(id);
      if (asker === undefined) return;
      // the bus itself answers when no process has subscribed to the subject
      if (message.headers?.code === 503) return settle(id, ({ reject }) => reject(away()));
      let whole: ReturnType<ValueParts['add']>;
      try {
        whole = asker.parts.add(message);
      } catch (error) {
        return settle(id, ({ reject }) => reject(error as Error));
      }
      if (whole === undefined) return;
      settle(id, ({ resolve, reject, sinceMs }) => {
        onLatency((performance.now() - sinceMs) / 1_000);
        if (!isOutcome(whole.value)) return reject(new Error('an answer of another form'));
        if ('value' in whole.value) return resolve(whole.value.value);
        const { code, message: text } = whole.value.error;
        reject(code === undefined ? new Error(text) : new CodedError(code, text));
      });
    },
  });
  return {
    call(name, args) {
      const to = subject();
      if (to === undefined || bus.failure !== undefined) return Promise.reject(away());
      if (waiting.size >= maxWaiting) return Promise.reject(new CodedError('server.busy', 'too many pending calls'));
      const request = serialize(args);
      if (request.length > maxRequestBytes - 4096) {
        return Promise.reject(new CodedError('server.busy', 'a call with too many arguments'));
      }
      return new Promise((resolve, reject) => {
        const id = String(next++);
        const timer = setTimeout(() => settle(id, (asker) => asker.reject(away())), timeoutMs);
        waiting.set(id, { parts: createValueParts(), timer, sinceMs: performance.now(), resolve, reject });
        bus.connection.publish(`${to}.${name}`, request, { reply: `${inbox}.${id}` });
      });
    },
    close() {
      subscription.unsubscribe();
      for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(away()));
    },
  };
}

/** Returns an object whose methods are calls. */
export function calledOn<T extends object>(caller: BusCaller, name: string, methods: readonly (keyof T & string)[]): T {
  return Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => caller.call(`${name}.${method}`, args)]),
  ) as T;
}
