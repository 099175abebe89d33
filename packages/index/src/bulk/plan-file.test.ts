import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodePlan, encodePlan } from './plan-file.ts';

const key = fromHex('101112131415161718191a1b1c1d1e1f');
const file = fromHex(
  [
    '101112131415161718191a1b1c1d1e1f', // key of the index, 16 bytes
    '00000800', // partitions, u32 BE
    '00000002', // blocks, u32 BE
    'b1'.repeat(32), // hash of block 0, 32 bytes in internal order
    '01020304', // time, u32 BE
    'f1f2f3f4', // transactions, u32 BE
    'b2'.repeat(32), // hash of block 1
    'a1a2a3a4', // time
    'c1c2c3c4', // transactions
  ].join(''),
);
const plan = {
  key,
  partitions: 2_048,
  headers: [
    { hash: fromHex('b1'.repeat(32)), time: 0x01020304, txCount: 0xf1f2f3f4 },
    { hash: fromHex('b2'.repeat(32)), time: 0xa1a2a3a4, txCount: 0xc1c2c3c4 },
  ],
};

it('encodes the plan of a first build', () => {
  expect(toHex(encodePlan(plan))).toBe(toHex(file));
});

it('decodes the plan of a first build', () => {
  expect(decodePlan(file, key)).toEqual(plan);
});

it('does not decode the plan of another index, or a part of one', () => {
  expect(decodePlan(file, new Uint8Array(16))).toBeUndefined();
  for (const length of [0, 23, 24, 64, file.length - 1])
    expect(decodePlan(file.subarray(0, length), key)).toBeUndefined();
});
