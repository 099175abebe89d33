/** Listeners by key. Memory follows the subscriptions, time those of one key. */
export interface Subscribers<Key, Listener> {
  /** Number of keys with listeners. */
  readonly size: number;
  add(key: Key, listener: Listener): void;
  remove(key: Key, listener: Listener): void;
  has(key: Key): boolean;
  /** Returns the listeners of a key. */
  of(key: Key): Iterable<Listener>;
  keys(): Iterable<Key>;
}

/** Creates an empty set of subscribers. */
export function createSubscribers<Key, Listener>(): Subscribers<Key, Listener> {
  const listeners = new Map<Key, Set<Listener>>();
  return {
    get size() {
      return listeners.size;
    },
    add(key, listener) {
      const known = listeners.get(key);
      if (known === undefined) listeners.set(key, new Set([listener]));
      else known.add(listener);
    },
    remove(key, listener) {
      const known = listeners.get(key);
      known?.delete(listener);
      if (known?.size === 0) listeners.delete(key);
    },
    has: (key) => listeners.has(key),
    of: (key) => listeners.get(key) ?? [],
    keys: () => listeners.keys(),
  };
}
