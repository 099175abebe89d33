/** A value that is computed ahead of the requests that need it. */
export interface Prepared<T> {
  /** Returns the last value; a request computes it only when there is none yet. */
  get(): T;
  /** Computes it again unless it is current; returns whether it was computed. */
  refresh(): boolean;
}

/** Creates a prepared value. @param versionOf differs whenever the value may differ */
export function prepared<T>(compute: () => T, versionOf: () => string | number): Prepared<T> {
  let current: { version: string | number; value: T } | undefined;
  const refresh = () => {
    const version = versionOf();
    if (current?.version === version) return false;
    current = { version, value: compute() };
    return true;
  };
  return {
    get() {
      if (current === undefined) refresh();
      return current!.value;
    },
    refresh,
  };
}
