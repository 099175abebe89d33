import { fromHex, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { decodeTxidBucket, encodeTxidBucket, numbersIn } from './txids-row.ts';

describe.each([
  {
    width: 1,
    row: [
      'ab', // rest, u8
      '01020304', // number of the transaction, u32 BE
      'cd', // rest
      'f1f2f3f4', // number
    ].join(''),
    entries: [
      { rest: 0xab, number: 0x01020304 },
      { rest: 0xcd, number: 0xf1f2f3f4 },
    ],
  },
  {
    width: 2,
    row: [
      'abac', // rest, u16 BE
      '01020304', // number of the transaction, u32 BE
      'cdce', // rest
      'f1f2f3f4', // number
    ].join(''),
    entries: [
      { rest: 0xabac, number: 0x01020304 },
      { rest: 0xcdce, number: 0xf1f2f3f4 },
    ],
  },
])('with a rest of $width bytes', ({ width, row, entries }) => {
  it('encodes a bucket of txids', () => {
    expect(toHex(encodeTxidBucket(entries, width)!)).toBe(row);
  });

  it('decodes a bucket of txids', () => {
    expect(decodeTxidBucket(fromHex(row), width)).toEqual(entries);
    expect(numbersIn(fromHex(row), entries[1]!.rest, width)).toEqual([0xf1f2f3f4]);
  });
});

it('has no row for an empty bucket of txids', () => {
  expect(encodeTxidBucket([], 1)).toBeUndefined();
  expect(decodeTxidBucket(undefined, 1)).toEqual([]);
});
