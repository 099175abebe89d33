import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { elementsBlockRow } from './elements-block-row.ts';

const row = [
  'a1'.repeat(32), // hash
  'f4f3f2f1', // version, u32 LE
  'b1'.repeat(32), // previous hash
  'c1'.repeat(32), // merkle root
  '44434241', // time
  'd4c3b2a1', // height
  'd5c3b2a2', // size
  'd6c3b2a3', // weight
  'd7c3b2a4', // transactions
  'd8c3b2a5', // median time
  '8101', // total fees, varint: 129
].join('');
const value = {
  hash: new Uint8Array(32).fill(0xa1),
  version: 0xf1f2f3f4,
  prevHash: new Uint8Array(32).fill(0xb1),
  merkleRoot: new Uint8Array(32).fill(0xc1),
  time: 0x41424344,
  height: 0xa1b2c3d4,
  size: 0xa2b2c3d5,
  weight: 0xa3b2c3d6,
  txCount: 0xa4b2c3d7,
  medianTime: 0xa5b2c3d8,
  totalFees: 129,
};

it('encodes and decodes the row of an Elements block', () => {
  expect(toHex(elementsBlockRow.encode(value))).toBe(row);
  expect(elementsBlockRow.decode(fromHex(row))).toEqual(value);
});
