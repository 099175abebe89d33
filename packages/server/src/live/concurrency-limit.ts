/** Runs work, at most `atOnce` pieces at the same time, the others in the order in which they came. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export function createConcurrencyLimit(concurrency: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // the place goes to the next one without being free in between
      if (next === undefined) free++;
      else next();
    }
  };
}
