import type { RowChange, SortedChanges } from '../engine.ts';

/** Returns changes that are in key order. */
export const sortedOf = (changes: readonly RowChange[]): SortedChanges => ({
  count: changes.length,
  byteLength: changes.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0),
  eachSorted(then) {
    for (const { key, value } of changes) {
      const row = Buffer.concat(value === undefined ? [key] : [key, value]);
      then(row, 0, key.length, value?.length);
    }
  },
});
