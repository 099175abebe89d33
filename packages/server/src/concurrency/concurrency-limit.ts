/** Runs tasks with bounded concurrency, the others in order of arrival. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a concurrency limit. */
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
      // the slot is passed on without becoming free
      if (next === undefined) free++;
      else next();
    }
  };
}
