/** Answers by key, shared between all callers while they are pending or fresh. */
export interface SharedAnswers<T> {
  /**
   * Returns the answer of a key, with a new request unless one is pending or younger than `freshMs`. Failures are
   * shared by the callers that wait for them, and are not stored.
   */
  get(key: string, freshMs: number, ask: () => Promise<T>): Promise<T>;
  /** Stores an answer as if it had just arrived. */
  put(key: string, answer: T): void;
  /** Drops everything. */
  clear(): void;
}

interface Entry<T> {
  answer: Promise<T>;
  /** Time of its arrival, ms; undefined while pending. */
  since: number | undefined;
}

/**
 * Creates the answers of an app instance.
 * @param max least recently stored answers above this number are evicted
 * @param now ms
 */
export function createSharedAnswers<T>(max: number, now: () => number): SharedAnswers<T> {
  const entries = new Map<string, Entry<T>>();
  const store = (key: string, entry: Entry<T>) => {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > max && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get(key, freshMs, ask) {
      const known = entries.get(key);
      if (known !== undefined && (known.since === undefined || now() - known.since < freshMs)) return known.answer;
      const entry: Entry<T> = { answer: ask(), since: undefined };
      store(key, entry);
      entry.answer.then(
        () => {
          entry.since = now();
        },
        () => entries.get(key) === entry && entries.delete(key),
      );
      return entry.answer;
    },
    put: (key, answer) => store(key, { answer: Promise.resolve(answer), since: now() }),
    clear: () => entries.clear(),
  };
}
