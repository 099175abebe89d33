import { fromHex, type Height, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { markerOf, tipOfMarker } from './tip-marker.ts';

const marker = [
  'f1f2f3f4', // height, u32 BE
  'b1'.repeat(32), // block hash, 32 bytes in internal order
  'e1e2e3e4', // number of the next transaction, u32 BE
].join('');
const tip = { height: 0xf1f2f3f4 as Height, hash: fromHex('b1'.repeat(32)) };

it('encodes the tip marker', () => {
  expect(toHex(markerOf(tip, 0xe1e2e3e4))).toBe(marker);
  expect(toHex(markerOf(undefined, 0))).toBe('');
});

it('decodes the tip marker', () => {
  expect(tipOfMarker(fromHex(marker))).toEqual({ ...tip, next: 0xe1e2e3e4 });
  expect(tipOfMarker(new Uint8Array(0))).toBeUndefined();
  expect(tipOfMarker(undefined)).toBeUndefined();
});
