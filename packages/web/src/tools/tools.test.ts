import { expect, test } from 'vitest';
import { btcText, groupedBtc, maxSats, readBtc, readWhole, withDecimalPoint } from './btc-amount.ts';
import { arcPath, hands, rimArcs } from './clock-face.ts';
import { type InputKind, type OutputKind, txWeight } from './tx-size.ts';
import { wallOf } from './wall.ts';

/** Weights of transactions as they stand in blocks, with signatures of 72 bytes. */
test.each<[string, [InputKind, number][], [OutputKind, number][], number]>([
  ['one P2WPKH to two', [['p2wpkh', 1]], [['p2wpkh', 2]], 562],
  ['one P2TR to two', [['p2tr', 1]], [['p2tr', 2]], 616],
  ['one P2PKH to two, no witness at all', [['p2pkh', 1]], [['p2pkh', 2]], 904],
  ['one nested P2WPKH to one P2SH', [['p2sh-p2wpkh', 1]], [['p2sh', 1]], 534],
  ['two of three to one P2WSH', [['p2wsh-2of3', 1]], [['p2wsh', 1]], 632],
  [
    'P2PKH beside P2WPKH has an empty witness',
    [
      ['p2pkh', 1],
      ['p2wpkh', 1],
    ],
    [['p2wpkh', 1]],
    1031,
  ],
  ['300 inputs need a longer count', [['p2wpkh', 300]], [['p2wpkh', 1]], 81_774],
])('%s', (_, ins, outs, weight) => {
  const parts = <K>(rows: [K, number][]) => rows.map(([kind, count]) => ({ kind, count }));
  expect(txWeight(parts(ins), parts(outs))).toBe(weight);
});

test('a note is an output of its own, whose length prefix may grow', () => {
  const with_ = (note: number) =>
    txWeight([{ kind: 'p2tr', count: 1 }], [], note) - txWeight([{ kind: 'p2tr', count: 1 }], []);
  expect(with_(4)).toBe(4 * (8 + 1 + 6));
  expect(with_(80)).toBe(4 * (8 + 1 + 83));
  expect(with_(300)).toBe(4 * (8 + 3 + 304));
});

test.each([
  ['1', 100_000_000],
  ['0,5', 50_000_000],
  ['.00000001', 1],
  ['21 000 000', maxSats],
  ['0.123456789', 12_345_678],
  ['', undefined],
  ['.', undefined],
  ['1.2.3', undefined],
  ['-1', undefined],
  ['1e3', undefined],
])('%j is %j sats', (typed, sats) => expect(readBtc(typed)).toBe(sats));

test.each([
  ['1,5', '1.5'],
  ['98,049', '98.049'],
  ['1,000.50', '1000.50'],
  ['1.000,50', '1000.50'],
  ['21,000,000', '21000000'],
  ['21.000.000', '21000000'],
  ['21,000,000.00 000 000', '21000000.00 000 000'],
  ['0.5,', '0.5.'],
  ['1.2.3', '1.2.3'],
])('%j has the decimal point of %j', (typed, pointed) => expect(withDecimalPoint(typed)).toBe(pointed));

test('parses grouped integers only', () => {
  expect(readWhole('1,234 567')).toBe(1_234_567);
  expect(readWhole('1.5')).toBeUndefined();
  expect(readWhole('<b>')).toBeUndefined();
});

test('parses and formats amounts', () => {
  expect(btcText(123_456_789)).toBe('1.23456789');
  expect(btcText(50_000_000)).toBe('0.5');
  expect(btcText(0)).toBe('0');
  expect(groupedBtc(100_000_000)).toBe('1.00 000 000');
  expect(groupedBtc(maxSats)).toBe('21,000,000.00 000 000');
});

test('the rim of the clock shows the blocks of the last hour, each up to the next one', () => {
  const noon = 1_700_049_600 + 1_800; // half past twelve, UTC
  const block = (height: number, minutesAgo: number) => ({
    height,
    timestamp: noon - 60 * minutesAgo,
    medianFee: height,
  });
  const arcs = rimArcs([block(9, 6), block(8, 15), block(7, 75), block(6, 80)], noon);
  expect(arcs.map(({ height, from, to }) => [height, from.toFixed(3), to.toFixed(3)])).toEqual([
    [9, '0.400', '0.500'],
    [8, '0.250', '0.400'],
    [7, '0.500', '1.250'],
  ]);
  expect(rimArcs([block(5, -60)], noon)).toEqual([]);
  expect(rimArcs([block(9, 6)], noon, 30)[0]?.from).toBeCloseTo(0.9);
});

test('hands and arcs', () => {
  expect(hands(15 * 60 + 45)).toEqual({ hour: 0.3125, minute: 0.75 });
  expect(arcPath(0, 0.25, 100)).toBe('M0.00 -100.00A100 100 0 0 1 100.00 0.00');
  expect(arcPath(0.25, 1, 10)).toContain('0 1 1');
});

test('the block wall reads its layout from the URL, within bounds', () => {
  const wall = (query: string) => wallOf(new URLSearchParams(query));
  expect(wall('')).toEqual({
    blocks: 8,
    padding: 10,
    blockWidth: 540,
    wraps: true,
    staggers: true,
    fits: false,
    animationMs: 2000,
  });
  expect(wall('numBlocks=3&wrap=false&autofit=true&padding=0')).toMatchObject({
    blocks: 3,
    wraps: false,
    fits: true,
    padding: 0,
  });
  expect(wall('numBlocks=900&blockWidth=1&padding=-5&animationDuration=1e9')).toMatchObject({
    blocks: 12,
    blockWidth: 80,
    padding: 10,
    animationMs: 2000,
  });
  expect(wall('numBlocks=0').blocks).toBe(1);
});
