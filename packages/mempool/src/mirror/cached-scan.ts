/** Mempools up to this size are scanned on each call; for larger ones the result is cached for some seconds. */
const lookedThrough = 20_000;
const ttlSeconds = 5;

/**
 * Caches the result of a scan of the whole mempool.
 * @param size current number of transactions
 * @param now seconds
 */
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
