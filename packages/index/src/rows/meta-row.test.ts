import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { IndexIdentity } from '../prefixer.ts';
import { decodeMetaRow, encodeMetaRow, metaKey } from './meta-row.ts';

const row = fromHex(
  [
    '02', // format, u8
    '101112131415161718191a1b1c1d1e1f', // key, 16 bytes
    '1b', // bits of script buckets, u8
    '1a', // bits of txid buckets, u8
    '01', // flags, u8: 1 ids, 2 bodies
    '7369676e6574', // network, UTF-8 to the end
  ].join(''),
);
const identity: IndexIdentity = {
  network: 'signet',
  key: fromHex('101112131415161718191a1b1c1d1e1f'),
  scriptBits: 27,
  txidBits: 26,
  keepIds: true,
  keepBodies: false,
};

it('encodes a meta row', () => {
  expect(toHex(encodeMetaRow(identity, 2))).toBe(toHex(row));
});

it('decodes a meta row', () => {
  expect(decodeMetaRow(row)).toEqual(identity);
});

it.each([
  ['00', false, false],
  ['01', true, false],
  ['02', false, true],
  ['03', true, true],
])('encodes and decodes the flags %s of a meta row', (flags, keepIds, keepBodies) => {
  const bytes = row.slice();
  bytes.set(fromHex(flags), 19);
  expect(toHex(encodeMetaRow({ ...identity, keepIds, keepBodies }, 2))).toBe(toHex(bytes));
  expect(decodeMetaRow(bytes)).toEqual({ ...identity, keepIds, keepBodies });
});

it('encodes the key of the meta row', () => {
  expect([toHex(metaKey.partition), toHex(metaKey.sort)]).toEqual(['00', '']);
});
