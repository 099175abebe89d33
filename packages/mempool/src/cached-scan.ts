/** Pools up to this size are looked through at each question; of larger ones an answer is kept for some seconds. */
const lookedThrough = 20_000;
const ttlSeconds = 5;

/** An answer that takes a look at the whole pool. @param size  of the pool now @param now  seconds */
export function cachedScan<T>(size: () => number, now: () => number, make: () => T): () => T {
  let stored: { value: T; madeAt: number } | undefined;
  return () => {
    const at = now();
    if (stored === undefined || size() <= lookedThrough || at - stored.madeAt >= ttlSeconds) {
      stored = { value: make(), madeAt: at };
    }
    return stored.value;
  };
}
