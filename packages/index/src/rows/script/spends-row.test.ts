import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeSpendGroup, encodeSpendGroup, type SpendRecord } from './spends-row.ts';

/** Group 3: transactions 96 to 127. */
const group = 3;
const row = fromHex(
  [
    '00', // transaction + 0 (2 bits), output + 0 (3), width of the distance 1 (2), no input index (1)
    '01', // distance of the spender: 1
    '52', // transaction + 1, output + 2, width 2, no input index
    '0201', // distance of the spender, LE: 258
    'ff', // transaction + 3 or more, output + 7 or more, width 4, input index
    '04', // transaction + 4, varint
    'ac02', // output + 300, varint
    '01020304', // distance of the spender, LE: 67,305,985
    '8501', // input index, varint: 133
    '0d', // transaction + 0, output + 1, width 3, input index
    'f1f2f3', // distance of the spender, LE: 15,987,441
    '06', // input index
  ].join(''),
);
const records: SpendRecord[] = [
  { funding: 96, vout: 0, spender: 97, vin: 0 },
  { funding: 97, vout: 2, spender: 97 + 258, vin: 0 },
  { funding: 101, vout: 300, spender: 101 + 0x04030201, vin: 133 },
  { funding: 101, vout: 302, spender: 101 + 0xf3f2f1, vin: 6 },
];

it('encodes a row of spends', () => {
  expect(toHex(encodeSpendGroup(records)!)).toBe(toHex(row));
});

it('decodes a row of spends', () => {
  expect(decodeSpendGroup(group, row)).toEqual(records);
});

it('has no row for a group without spends', () => {
  expect(encodeSpendGroup([])).toBeUndefined();
  expect(decodeSpendGroup(group, undefined)).toEqual([]);
});
