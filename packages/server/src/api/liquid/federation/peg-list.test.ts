import { fromHex, toHex } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { depositScript } from './peg-list.ts';

/** One input, one output of 1,000 sats to the script 51. */
const tx = `0200000001${'11'.repeat(32)}0000000000ffffffff01e803000000000000015100000000`;

test('depositScript returns the script of the claimed output', () => {
  expect(toHex(depositScript(fromHex(tx), 0)!)).toBe('51');
});

test.each([
  ['an output that the transaction does not have', tx, 1],
  ['the largest output number', tx, 0xffffffff],
  ['a truncated transaction', tx.slice(0, -20), 0],
  ['no bytes', '', 0],
  ['bytes that are no transaction', 'ff'.repeat(100), 0],
  ['a count of outputs that cannot fit', tx.replace('ffffffff01', 'ffffffffff'), 0],
])('depositScript is undefined for %s', (_, hex, vout) => {
  expect(depositScript(fromHex(hex), vout)).toBeUndefined();
});
