import { fromHex, toHex } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { expect, it } from 'vitest';
import { appendIds, idAt, idIn } from './ids-row.ts';

const [before, first, second] = ['aa', 'b1', 'b2'].map((byte) => fromHex(byte.repeat(32))) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const row = fromHex(
  [
    'b1'.repeat(32), // first txid, 32 bytes in internal order
    'b2'.repeat(32), // second txid
  ].join(''),
);

it('encodes a row of txids', () => {
  const ids = new Uint8Array([...before, ...first, ...second, ...before]);
  expect(toHex(appendIds(new RowBytes(), ids, 1, 3).copy())).toBe(toHex(row));
});

it('decodes a row of txids', () => {
  expect(idAt(row, 0)).toEqual(first);
  expect(idAt(row, 1)).toEqual(second);
  expect(idAt(row, 2)).toBeUndefined();
  expect([idIn(row, 1, second), idIn(row, 1, first), idIn(row, 2, second)]).toEqual([true, false, false]);
});
