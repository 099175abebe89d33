import { fromHex, toHex } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { expect, it } from 'vitest';
import { BucketEdit, decodeChunk, encodeChunk, TailBuilder, tailIn } from './script-bucket.ts';
import { RunningTotals } from './script-entries.ts';

const before = new RunningTotals();
before.add(3, 2 ** 48 + 129, 2, 2 ** 48 - 300);
const totals = [
  '01', // transactions, varint
  '03', // outputs received, varint
  '02', // outputs spent, varint
  'ad03', // balance in sats, varint: 429
  '8101', // sum received modulo 2^48, varint: 129
  '01', // sum received divided by 2^48, varint
].join('');
const open = [
  'a1a2a3a4a5', // rest, u40 BE
  '04', // varint: twice the bytes that follow
  'c1c2', // entries
].join('');
const sealed = [
  'b1b2b3b4b5', // rest, u40 BE
  '9702', // varint: twice the bytes that follow, plus one when sealed: 2 * 139 + 1
  totals,
  'd1'.repeat(131), // entries
].join('');
const tails = [
  { rest: 0xa1a2a3a4a5, sealed: false, before: new RunningTotals(), bytes: fromHex('c1c2') },
  { rest: 0xb1b2b3b4b5, sealed: true, before, bytes: new Uint8Array(131).fill(0xd1) },
] as const;

it('encodes a bucket of scripts', () => {
  const bucket = new BucketEdit(undefined);
  for (const { rest, ...tail } of tails.toReversed()) bucket.set(rest, tail);
  expect(toHex(bucket.encode()!)).toBe(open + sealed);
  const edited = new BucketEdit(fromHex(open + sealed));
  edited.set(0xa1a2a3a4a5, undefined);
  expect(toHex(edited.encode()!)).toBe(sealed);
});

it('decodes a bucket of scripts', () => {
  const row = fromHex(open + sealed);
  for (const { rest, ...tail } of tails) expect(tailIn(row, rest)).toEqual(tail);
  expect(tailIn(row, 0xa1a2a3a4a6)).toBeUndefined();
  expect(tailIn(undefined, 0xa1a2a3a4a5)).toBeUndefined();
});

it('encodes a script of a bucket from its entries', () => {
  const row = new RowBytes();
  const builder = new TailBuilder();
  builder.start();
  builder.append({ number: 258, fundedCount: 1, fundedSum: 1_001, spentCount: 0, spentSum: 0, spentVout: 0 });
  builder.writeTo(row, 0xa1a2a3a4a5);
  builder.append({ number: 260, fundedCount: 0, fundedSum: 0, spentCount: 1, spentSum: 1_001, spentVout: 3 });
  builder.writeTo(row, 0xb1b2b3b4b5);
  expect(toHex(row.copy())).toBe(
    [
      'a1a2a3a4a5', // rest
      '0a', // five bytes, not sealed
      '0a' + '0201' + 'e903', // one output of 1,001 sats in transaction 258
      'b1b2b3b4b5', // rest
      '0c', // six bytes, not sealed
      'ea' + '0201' + 'e903' + '06', // the same, and output 3 of it was spent
    ].join(''),
  );
});

it('encodes a chunk row', () => {
  expect(toHex(encodeChunk(before, fromHex('e1e2')))).toBe(`${totals}e1e2`);
});

it('decodes a chunk row', () => {
  expect(decodeChunk(fromHex(`${totals}e1e2`))).toEqual({ sealed: true, before, bytes: fromHex('e1e2') });
});
