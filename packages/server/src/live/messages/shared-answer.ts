import { type CachedAnswer, cachedAnswer } from '../../concurrency/cached-answer.ts';

/** An answer shared by many requests: created for the first one, reused until it is outdated or too old. */
export interface SharedAnswer<T> {
  /** @throws what creating it throws; a failure is not cached */
  get(): Promise<T>;
  outdate(): void;
}

/** Creates a shared answer. */
export function createSharedAnswer<T>(options: {
  make(): Promise<T>;
  maxAgeMs: number;
  nowMs(): number;
}): SharedAnswer<T> {
  const { make, maxAgeMs, nowMs } = options;
  const fresh = (): CachedAnswer<T> => cachedAnswer(maxAgeMs, nowMs, make);
  let stored = fresh();
  return {
    get: () => stored.get(),
    outdate() {
      stored = fresh();
    },
  };
}
