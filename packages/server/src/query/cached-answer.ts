/** An answer that is asked for once and then kept for some seconds. */
export interface CachedAnswer<T> {
  /** The kept answer while it is young; else a new one, for all who ask meanwhile. A failure is not kept. */
  get(): Promise<T>;
  /** The last good answer, however old; undefined before the first. */
  readonly last: T | undefined;
}

/** @param now  seconds */
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

/** One kept answer for each owner (a network's context), made at the first question and dropped with its owner. */
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
