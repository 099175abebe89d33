/** Listeners of one event. */
export interface Listeners<T> {
  /**
   * Adds a listener; listeners run in the order in which they were added.
   * @returns a function that removes it
   */
  add(listener: (value: T) => void): () => void;
  /** Calls all listeners. */
  emit(value: T): void;
}

/** Creates an empty set of listeners. */
export function createListeners<T = void>(): Listeners<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value) {
      for (const listener of listeners) listener(value);
    },
  };
}
