import { LRUCache } from 'lru-cache';

/** An answer that is cached for some seconds. */
export interface CachedAnswer<T> {
  /** Returns the cached answer while fresh; else a new one, shared by concurrent callers. Failures are not cached. */
  get(): Promise<T>;
  /** The last good answer of any age; undefined before the first. */
  readonly last: T | undefined;
}

/**
 * Caches the result of `ask`.
 * @param ttl how long an answer is fresh, in the unit of `now`; integer
 * @param now a clock of any unit
 */
export function cachedAnswer<T>(ttl: number, now: () => number, ask: () => Promise<T>): CachedAnswer<T> {
  const cache = new LRUCache<'answer', Promise<T>>({ max: 1, ttl, ttlResolution: 0, perf: { now } });
  let last: T | undefined;
  return {
    get last() {
      return last;
    },
    get() {
      const current = cache.get('answer');
      if (current !== undefined) return current;
      const made = ask();
      cache.set('answer', made);
      made.then(
        (answer) => (last = answer),
        () => {
          if (cache.peek('answer') === made) cache.delete('answer');
        },
      );
      return made;
    },
  };
}

/** Caches one answer per owner (a network's context), created on first use and dropped with its owner. */
export function cachedPerOwner<K extends object, T>(
  make: (owner: K) => CachedAnswer<T>,
): (owner: K) => CachedAnswer<T> {
  const byOwner = new WeakMap<K, CachedAnswer<T>>();
  return (owner) => {
    let known = byOwner.get(owner);
    if (known === undefined) byOwner.set(owner, (known = make(owner)));
    return known;
  };
}
