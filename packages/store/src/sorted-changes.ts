import type { Engine, RowChange, SortedChanges } from './engine.ts';

/** Returns changes with one more, whose key is above all others. */
export function withChange(changes: SortedChanges, key: Uint8Array, value: Uint8Array): SortedChanges {
  const row = new Uint8Array([...key, ...value]);
  return {
    count: changes.count + 1,
    byteLength: changes.byteLength + row.length,
    eachSorted(then) {
      changes.eachSorted(then);
      then(row, 0, key.length, value.length);
    },
  };
}

/** Returns the changes as objects with views of keys and values. */
export function changesOf(changes: SortedChanges): RowChange[] {
  const rows: RowChange[] = [];
  changes.eachSorted((bytes, at, keyBytes, valueBytes) => {
    const valueAt = at + keyBytes;
    const value = valueBytes === undefined ? undefined : bytes.subarray(valueAt, valueAt + valueBytes);
    rows.push({ key: bytes.subarray(at, valueAt), value });
  });
  return rows;
}

/** Writes changes durably. @throws {CodedError} as `write` of the engine */
export const writeSorted = (engine: Engine, changes: SortedChanges): Promise<void> =>
  engine.writeSorted?.(changes) ?? engine.write(changesOf(changes), { durable: true });
