import { zstdDecompressSync } from 'node:zlib';
import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeUndo, encodeUndo, type UndoneBlock } from './undo-row.ts';

const plain = [
  'f1f2f3f4', // number of the first transaction, u32 BE
  '02', // transactions, varint
  '01', // scripts, varint
  '01020304', // bucket, u32 BE
  '0506070809', // rest, u40 BE
  '01', // created outputs, varint
  '11121314', // bucket, u32 BE
  '2122232425', // rest, u40 BE
  '01', // distance of the transaction from the first, varint
  'c801', // output index, varint: 200
  '01', // consumed outputs, varint
  '31323334', // bucket, u32 BE
  '4142434445', // rest, u40 BE
  'e1e2e3e4', // number of the transaction, u32 BE
  'ac02', // output index, varint: 300
  '80809dd085bedd03', // value in sats, varint: 21,000,000 BTC
  'd1d2d3d4', // bucket of the first txid, u32 BE
  'b1b2b3b4', // bucket of the second txid
].join('');

const undone: UndoneBlock = {
  first: 0xf1f2f3f4,
  txCount: 2,
  scripts: { bucket: Uint32Array.of(0x01020304), rest: Float64Array.of(0x0506070809) },
  created: {
    bucket: Uint32Array.of(0x11121314),
    rest: Float64Array.of(0x2122232425),
    number: Uint32Array.of(0xf1f2f3f5),
    vout: Uint32Array.of(200),
  },
  consumed: {
    bucket: Uint32Array.of(0x31323334),
    rest: Float64Array.of(0x4142434445),
    number: Uint32Array.of(0xe1e2e3e4),
    vout: Uint32Array.of(300),
    value: Float64Array.of(2_100_000_000_000_000),
  },
  txids: Uint32Array.of(0xd1d2d3d4, 0xb1b2b3b4),
};

/** A zstd frame with one raw block: RFC 8878 sections 3.1.1.1 and 3.1.1.2. */
const stored = fromHex(
  [
    '28b52ffd', // magic number
    '20', // frame header: single segment, content size of 1 byte
    '3c', // content size: 60
    'e10100', // block header: last, raw, 60 bytes
    plain,
  ].join(''),
);

it('encodes an undo row', () => {
  expect(toHex(zstdDecompressSync(encodeUndo(undone)))).toBe(plain);
});

it('decodes an undo row', () => {
  expect(plain.length / 2).toBe(60);
  expect(decodeUndo(stored)).toEqual(undone);
});

it('round-trips an undo row through compression', () => {
  expect(decodeUndo(encodeUndo(undone))).toEqual(undone);
});
