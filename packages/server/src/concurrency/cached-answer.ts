/** An answer that is cached for some seconds. */
export interface CachedAnswer<T> {
  /** Returns the cached answer while fresh; else a new one, shared by concurrent callers. Failures are not cached. */
  get(): Promise<T>;
  /** The last good answer of any age; undefined before the first. */
  readonly last: T | undefined;
}

/**
 * Caches the result of `ask`.
 * @param now seconds
 */
export function cachedAnswer<T>(seconds: number, now: () => number, ask: () => Promise<T>): CachedAnswer<T> {
  let stored: { since: number; answer: Promise<T> } | undefined;
  let last: T | undefined;
  return {
    get last() {
      return last;
    },
    get() {
      const current = stored;
      if (current !== undefined && now() - current.since < seconds) return current.answer;
      const made = { since: now(), answer: ask() };
      stored = made;
      made.answer.then(
        (answer) => (last = answer),
        () => {
          if (stored === made) stored = undefined;
        },
      );
      return made.answer;
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
