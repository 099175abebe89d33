import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeUnspent, encodeUnspent } from './unspent-row.ts';

it.each([
  [0, '00'],
  [127, '7f'],
  [128, '8001'],
  [0x7fffffff, 'ffffffff07'],
  [0x80000000, '8080808008'],
  [2_100_000_000_000_000, '80809dd085bedd03'],
  [Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
])('encodes and decodes an unspent row of %i sats', (sats, row) => {
  expect(toHex(encodeUnspent(sats))).toBe(row);
  expect(decodeUnspent(fromHex(row))).toBe(sats);
});
