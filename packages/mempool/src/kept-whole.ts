/** Pools up to this size are looked through at each question; of larger ones an answer is kept for some seconds. */
const lookedThrough = 20_000;
const keptSeconds = 5;

/** An answer that takes a look at the whole pool. @param size  of the pool now @param now  seconds */
export function cachedScan<T>(size: () => number, now: () => number, make: () => T): () => T {
  let kept: { value: T; madeAt: number } | undefined;
  return () => {
    const at = now();
    if (kept === undefined || size() <= lookedThrough || at - kept.madeAt >= keptSeconds) {
      kept = { value: make(), madeAt: at };
    }
    return kept.value;
  };
}
