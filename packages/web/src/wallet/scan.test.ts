import { expect, test } from 'vitest';
import { dice } from '../../test/support/samples/sample-data.ts';
import { gapLimit, maxLookups, nextUnused, noProgress, openSpots, withLookup } from './scan.ts';
import type { Chain } from './wallet-source.ts';

const chainOf = (isReceiving: boolean, length?: number): Chain => ({
  name: '',
  isReceiving,
  length,
  addressAt: (index) => String(index),
});

/**
 * Scans in random order.
 * @param used used indexes by chain
 */
function scanned(chains: readonly Chain[], used: readonly (readonly number[])[], seed: number) {
  const roll = dice(seed);
  let progress = noProgress(chains);
  for (;;) {
    const spots = openSpots(chains, progress);
    const spot = spots[Math.floor(roll() * spots.length)];
    if (spot === undefined) return progress;
    progress = withLookup(progress, spot, used[spot.chain]?.includes(spot.index) === true);
  }
}

test.each([1, 2, 3, 4, 5])('seed %i: finds the same addresses up to the gap in any order', (seed) => {
  const chains = [chainOf(true), chainOf(false)];
  const progress = scanned(chains, [[0, 3, 22, 42, 63], []], seed);
  // 42 + 20 is 62: index 63 is after a gap of twenty
  expect(progress.lastUsed).toEqual([42, -1]);
  expect(progress.asked.map((each) => each.size)).toEqual([42 + 1 + gapLimit, gapLimit]);
  expect(nextUnused(chains, progress)).toEqual({ chain: 0, index: 43 });
});

test('looks up a list to its end, used or not', () => {
  const progress = scanned([chainOf(false, 37)], [[]], 1);
  expect(progress.asked[0]?.size).toBe(37);
  expect(nextUnused([chainOf(false, 37)], progress)).toBeUndefined();
});

test('bounds the lookups of an endless wallet', () => {
  const chains = [chainOf(true), chainOf(false)];
  const all = Array.from({ length: 5_000 }, (_, place) => place);
  expect(scanned(chains, [all, all], 1).asked.reduce((sum, each) => sum + each.size, 0)).toBe(maxLookups);
});

test('the next unused address has the script type in use, and is unknown for an unused wallet', () => {
  const kinds = [chainOf(true), chainOf(false), chainOf(true), chainOf(false)];
  expect(nextUnused(kinds, scanned(kinds, [[], [], [], []], 1))).toBeUndefined();
  expect(nextUnused(kinds, scanned(kinds, [[], [], [4], []], 1))).toEqual({ chain: 2, index: 5 });
  expect(nextUnused([chainOf(true)], noProgress([chainOf(true)]))).toBeUndefined();
});
