import { fromHex, toHex } from '@glassblock/primitives';
import type { RowKey } from '@glassblock/store';
import { expect, it } from 'vitest';
import { chunkKey, chunkSort, firstOfChunk, scriptPartition, unspentKey, unspentOf, unspentSort } from './row-keys.ts';

const hexOf = ({ partition, sort }: RowKey) => [toHex(partition), toHex(sort)];
const script = { bucket: 0x01020304, rest: 0xa1a2a3a4a5 };
const partition = [
  '01020304', // bucket, u32 BE
  'a1a2a3a4a5', // rest, u40 BE
].join('');

it('encodes the partition of a script', () => {
  expect(toHex(scriptPartition(script))).toBe(partition);
});

it('encodes and decodes the key of a chunk row', () => {
  const sort = 'fefdfcfb'; // complement of the first number, u32 BE
  expect(hexOf(chunkKey(script, 0x01020304))).toEqual([partition, sort]);
  expect(toHex(chunkSort(0x01020304))).toBe(sort);
  expect(firstOfChunk(fromHex(sort))).toBe(0x01020304);
});

it('encodes and decodes the key of an unspent row', () => {
  const sort = [
    'fefdfcfb', // complement of the number, u32 BE
    'f1f2f3', // output index, u24 BE
  ].join('');
  expect(hexOf(unspentKey(script, 0x01020304, 0xf1f2f3))).toEqual([partition, sort]);
  expect(toHex(unspentSort(0x01020304, 0xf1f2f3))).toBe(sort);
  expect(unspentOf(fromHex(sort))).toEqual({ number: 0x01020304, vout: 0xf1f2f3 });
});
