import { expect, it } from 'vitest';
import { RowValues, readValues } from './row-values.ts';

const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);

it('distinguishes an empty value from a row without one', () => {
  const values = new RowValues(3);
  values.set(1, filled(0, 0));
  values.set(2, filled(2, 7));
  expect([0, 1, 2].map((i) => values.has(i))).toEqual([false, true, true]);
  expect([0, 1, 2].map((i) => values.valueAt(i))).toEqual([undefined, filled(0, 0), filled(2, 7)]);
  expect(values.bytes.subarray(values.startOf(2), values.endOf(2))).toEqual(Buffer.of(7, 7));
});

it('keeps values of any length, set in any order', () => {
  const values = new RowValues(40);
  for (let i = 39; i >= 0; i--) values.set(i, filled(i * 300, i));
  for (let i = 0; i < 40; i++) expect(values.valueAt(i)).toEqual(filled(i * 300, i));
});

it('needs little memory when the first of many values is long', () => {
  const values = new RowValues(20_000);
  values.set(0, filled(100_000, 1));
  for (let i = 1; i < 20_000; i++) values.set(i, filled(5, i % 251));
  expect(values.bytes.length).toBeLessThanOrEqual(400_000);
  expect(values.valueAt(0)).toEqual(filled(100_000, 1));
  expect(values.valueAt(19_999)).toEqual(filled(5, 19_999 % 251));
});

it('has no values of earlier rows after a reset', () => {
  const values = new RowValues(3);
  for (let i = 0; i < 3; i++) values.set(i, filled(5_000, 1));
  values.reset(2);
  values.set(1, filled(3, 9));
  expect([0, 1].map((i) => values.valueAt(i))).toEqual([undefined, filled(3, 9)]);
  values.reset(4);
  expect([0, 1, 2, 3].map((i) => values.has(i))).toEqual([false, false, false, false]);
  expect([0, 1, 2, 3].map((i) => values.startOf(i) + values.endOf(i))).toEqual([0, 0, 0, 0]);
});

it.each([0, 1, 512, 5_000])('reads %d rows in bounded requests', async (count) => {
  const requests: number[] = [];
  const values = new RowValues(count);
  const read = async (from: number, to: number) => {
    requests.push(to - from);
    return Array.from({ length: to - from }, (_, i) =>
      (from + i) % 3 === 0 ? undefined : filled(2, (from + i) % 251),
    );
  };
  await readValues(count, read, (index, value) => values.set(index, value));
  expect(Math.max(0, ...requests)).toBeLessThanOrEqual(512);
  expect(requests.reduce((sum, rows) => sum + rows, 0)).toBe(count);
  for (let i = 0; i < count; i++) expect(values.valueAt(i)).toEqual(i % 3 === 0 ? undefined : filled(2, i % 251));
});

it('reports a request that failed', async () => {
  const read = async (from: number) => {
    if (from > 2_000) throw new Error('a damaged file');
    return [];
  };
  const failing = readValues(5_000, read, () => undefined);
  await expect(failing).rejects.toThrow('a damaged file');
});
