import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { federationRow, federationSortKey, pegRow, pegSortKey } from './peg-rows.ts';

it('sorts pegs and federation scripts newest first', () => {
  expect(toHex(pegSortKey.encode({ number: 0x01020304 }))).toBe('fefdfcfb');
  expect(pegSortKey.decode(fromHex('fefdfcfb'))).toEqual({ number: 0x01020304 });
  expect(toHex(federationSortKey.encode({ height: 2 }))).toBe('fffffffd');
  expect(federationSortKey.decode(fromHex('fffffffd'))).toEqual({ height: 2 });
});

it('encodes and decodes a peg', () => {
  const row = [
    '01020304', // number of the transaction, u32 BE
    '01', // peg-out
    '8101', // output, varint: 129
    '020100', // 256 sats
    '00'.repeat(32), // no output of the parent chain
    '00',
    '0014aabb', // script to the end
  ].join('');
  const peg = {
    tx: 0x01020304,
    kind: 1,
    index: 129,
    amount: 256n,
    parentTxid: new Uint8Array(32),
    parentVout: 0,
    script: fromHex('0014aabb'),
  };
  expect(toHex(pegRow.encode(peg))).toBe(row);
  expect(pegRow.decode(fromHex(row))).toEqual(peg);
});

it('encodes and decodes a federation script', () => {
  expect(toHex(federationRow.encode({ script: fromHex('5151ae') }))).toBe('5151ae');
  expect(federationRow.decode(fromHex('5151ae'))).toEqual({ script: fromHex('5151ae') });
});
