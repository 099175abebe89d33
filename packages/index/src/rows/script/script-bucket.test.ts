import { fromHex, toHex } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { expect, it } from 'vitest';
import {
  BucketWriter,
  decodeChunk,
  encodeChunk,
  soleFunding,
  TailBuilder,
  tailIn,
  writeTail,
} from './script-bucket.ts';
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

function edited(row: string | undefined, changes: readonly (readonly [rest: number, index: number | undefined])[]) {
  const writer = new BucketWriter();
  writer.start(row === undefined ? undefined : fromHex(row));
  for (const [rest, index] of changes) {
    writer.seek(rest);
    if (index !== undefined) writeTail(writer.row, rest, tails[index]!);
  }
  const written = writer.finish();
  return written === undefined ? undefined : toHex(written.copy());
}

it.each<[string, string | undefined, [number, number | undefined][], string | undefined]>([
  [
    'writes scripts to an empty bucket',
    undefined,
    [
      [tails[0].rest, 0],
      [tails[1].rest, 1],
    ],
    open + sealed,
  ],
  ['copies the scripts before and after a changed one', open + sealed, [[tails[0].rest, 0]], open + sealed],
  ['replaces the last script', open + sealed, [[tails[1].rest, 1]], open + sealed],
  ['inserts before', sealed, [[tails[0].rest, 0]], open + sealed],
  ['inserts after', open, [[tails[1].rest, 1]], open + sealed],
  ['removes the first script', open + sealed, [[tails[0].rest, undefined]], sealed],
  ['removes the last script', open + sealed, [[tails[1].rest, undefined]], open],
  [
    'removes all scripts',
    open + sealed,
    [
      [tails[0].rest, undefined],
      [tails[1].rest, undefined],
    ],
    undefined,
  ],
  [
    'ignores the removal of unknown scripts',
    open + sealed,
    [
      [1, undefined],
      [0xa1a2a3a4a6, undefined],
    ],
    open + sealed,
  ],
])('a bucket writer %s', (_, row, changes, expected) => {
  expect(edited(row, changes)).toBe(expected);
});

it.each([
  ['one output', '0a' + '0201' + 'e903', 258],
  ['a paired output', 'ea' + '0201' + 'e903' + '06', undefined],
  ['two entries', '0a' + '0201' + 'e903' + '00' + '01', undefined],
])('the only unspent output of a script with %s', (_, entries, expected) => {
  const bytes = fromHex(`ff${entries}ff`);
  expect(soleFunding(bytes, 1, bytes.length - 1)).toBe(expected);
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
