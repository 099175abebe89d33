import { expect, test } from 'vitest';
import { ringShares } from './ring-shares.ts';
import type { ShareRow } from './share-row.ts';

const rowOf = (share: number): ShareRow => ({ key: `${share}`, name: `${share}`, to: '/', share, nodes: 1, sats: 1 });
const shown = (shares: readonly number[], min: number) =>
  ringShares(shares.map(rowOf), min).map(({ row, from, to, colour }) => [
    row?.share ?? 'other',
    Math.round(1_000 * (to - from)),
    colour,
  ]);

test('merges rows below the minimum with the remainder to 100 percent', () => {
  expect(shown([60, 30, 0.9, 0.1], 1)).toEqual([
    [60, 600, '--category-0'],
    [30, 300, '--category-1'],
    ['other', 100, '--category-none'],
  ]);
});

test('has no other part where rounded shares are the whole, and none without rows', () => {
  expect(shown([66.67, 33.33], 1).map(([share]) => share)).toEqual([66.67, 33.33]);
  expect(shown([100], 1)).toEqual([[100, 1_000, '--category-0']]);
  expect(shown([70, 50], 1).map(([, share]) => share)).toEqual([700, 300]);
});

test('repeats colors after the last one', () => {
  const colours = ringShares(
    Array.from({ length: 14 }, () => rowOf(7)),
    1,
  ).map(({ colour }) => colour);
  expect([colours[0], colours[11], colours[12]]).toEqual(['--category-0', '--category-11', '--category-0']);
});
