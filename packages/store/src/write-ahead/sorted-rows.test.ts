import { expect, it } from 'vitest';
import type { RowChange, SortedChanges } from '../engine.ts';
import { changesOf, withChange } from '../sorted-changes.ts';
import { sortedOf } from '../testing/sorted-of.ts';
import { SortedRows, sortedRowsSize, writeSortedRows } from './sorted-rows.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

const changes: RowChange[] = [
  { key: bytes(5, 1), value: bytes(0xaa, 0xbb) },
  { key: bytes(5, 2), value: undefined },
  { key: bytes(6, 0, 1), value: bytes(0xcc) },
];
/** Numbers are in the byte order of the machine; all supported ones have the low byte first. */
const stored = hex(`
  03000000
  28000000 02000000 02000000
  2c000000 02000000 ffffffff
  2e000000 03000000 01000000
  0501 aabb
  0502
  060001 cc`);

function written(sorted: SortedChanges): Uint8Array {
  const to = new Uint8Array(sortedRowsSize(sorted));
  return to.subarray(0, writeSortedRows(sorted, to));
}

it('writes places, then rows', () => {
  expect(written(sortedOf(changes))).toEqual(stored);
  expect(changesOf(new SortedRows(stored))).toEqual(changes);
});

it('leaves room for rows that are fewer than expected', () => {
  const sorted: SortedChanges = { ...sortedOf(changes), count: 10, byteLength: 90 };
  expect(changesOf(new SortedRows(written(sorted)))).toEqual(changes);
  expect(changesOf(new SortedRows(written(sortedOf([]))))).toEqual([]);
});

it('has one more row above all others', () => {
  const all = withChange(sortedOf(changes), bytes(7), bytes(1, 2));
  expect(changesOf(new SortedRows(written(all)))).toEqual([...changes, { key: bytes(7), value: bytes(1, 2) }]);
  expect(written(all).length).toBe(sortedRowsSize(all));
});

it('finds rows by key', () => {
  const rows = new SortedRows(stored);
  expect(rows.find(bytes(5, 1))).toEqual(bytes(0xaa, 0xbb));
  expect(rows.find(bytes(5, 2))).toBeNull();
  expect(rows.find(bytes(6, 0, 1))).toEqual(bytes(0xcc));
  for (const key of [bytes(), bytes(5), bytes(5, 1, 0), bytes(6, 0), bytes(6, 0, 1, 0), bytes(7)]) {
    expect(rows.find(key)).toBeUndefined();
  }
  expect([bytes(), bytes(5, 2), bytes(5, 3), bytes(6, 0, 2)].map((key) => rows.lowerBound(key))).toEqual([0, 1, 2, 3]);
});
