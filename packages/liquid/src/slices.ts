/** Divides long work, so that the thread can answer requests in between. */
export interface Slices {
  /** Runs work for each item in order. */
  each<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void>;
  /** Sorts items; equal ones keep their order. */
  sort<T>(items: Iterable<T>, compare: (a: T, b: T) => number): Promise<T[]>;
}

/** Work that is not divided. */
export const atOnce: Slices = {
  async each(items, work) {
    let index = 0;
    for (const item of items) work(item, index++);
  },
  sort: async (items, compare) => [...items].sort(compare),
};
