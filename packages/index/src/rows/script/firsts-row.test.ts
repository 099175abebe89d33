import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeFirstsRow, encodeFirstsRow, firstIn } from './firsts-row.ts';

const row = fromHex(
  [
    '01020304', // number of the first transaction of the first block, u32 BE
    'f1f2f3f4', // of the second block
  ].join(''),
);

it('encodes a row of first numbers', () => {
  expect(toHex(encodeFirstsRow([0x01020304, 0xf1f2f3f4]))).toBe(toHex(row));
});

it('decodes a row of first numbers', () => {
  expect(decodeFirstsRow(row)).toEqual([0x01020304, 0xf1f2f3f4]);
  expect([0, 1, 2].map((member) => firstIn(row, member))).toEqual([0x01020304, 0xf1f2f3f4, undefined]);
});
