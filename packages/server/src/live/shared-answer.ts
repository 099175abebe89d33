import { type CachedAnswer, cachedAnswer } from '../query/cached-answer.ts';

/** An answer that many may ask for at once: made for the first, the same for all until it is outdated or too old. */
export interface SharedAnswer<T> {
  /** @throws what making it throws; a failure is not kept */
  get(): Promise<T>;
  outdate(): void;
}

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
