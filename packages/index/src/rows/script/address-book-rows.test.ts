import { fromHex, type Height, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { addressRow, decodeMarker, encodeMarker, keyOfRow, markerKey } from './address-book-rows.ts';

const marker = [
  'f1f2f3f4', // height, u32 BE
  'b1'.repeat(32), // hash of that block, 32 bytes in internal order
  'b2'.repeat(32), // hash of the block before
].join('');
const value = { height: 0xf1f2f3f4 as Height, hashes: [fromHex('b1'.repeat(32)), fromHex('b2'.repeat(32))] };

it('encodes the marker of the address book', () => {
  expect(toHex(encodeMarker(value))).toBe(marker);
  expect(toHex(markerKey)).toBe('00');
});

it('decodes the marker of the address book', () => {
  expect(decodeMarker(fromHex(marker))).toEqual(value);
});

it.each(['', 'f1f2f3f4', marker.slice(2), `${marker}00`])('rejects a damaged marker of the address book', (text) => {
  expect(() => decodeMarker(fromHex(text))).toThrow(expect.objectContaining({ code: 'store.damaged' }));
});

it('encodes and decodes an address row', () => {
  const key = [
    '02', // kind: witness version 0
    'c1'.repeat(20), // witness program
  ].join('');
  const { key: row, value: none } = addressRow(fromHex(key));
  expect(toHex(row)).toBe(`01${key}`);
  expect(none).toEqual(new Uint8Array(0));
  expect(toHex(keyOfRow(row))).toBe(key);
});
