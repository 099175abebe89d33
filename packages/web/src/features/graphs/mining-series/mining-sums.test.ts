import { expect, test } from 'vitest';
import { asBars, levelTops, luckOfWeek, mergeSmall, stackTops, trailingMean } from './mining-sums.ts';

test('a week of 1008 blocks has a luck of 100 percent', () => {
  expect([1_008, 504, 1_109].map((blocks) => Math.round(100 * luckOfWeek(blocks)) / 100)).toEqual([100, 50, 110.02]);
});

test('computes a trailing mean, over fewer values at the start, and keeps gaps', () => {
  expect(trailingMean([3, 5, 7, 9], 3)).toEqual([3, 4, 5, 7]);
  expect(trailingMean([3, null, 7], 2)).toEqual([3, null, 7]);
  expect(
    trailingMean(
      Array.from({ length: 20 }, (_, place) => place),
      15,
    )[19],
  ).toBe(12);
  expect(trailingMean([], 15)).toEqual([]);
});

const miningPool = (name: string, blockCount: number) => ({ name, blockCount });
test('merges small mining pools at the end, keeps a single small one, and drops those without blocks', () => {
  const miningPools = [
    miningPool('small', 1),
    miningPool('large', 150),
    miningPool('none', 0),
    miningPool('tiny', 1),
    miningPool('middle', 48),
  ];
  const names = (min: number) =>
    mergeSmall(miningPools, min).map((one) => [one.miningPool?.name, one.blocks, one.share]);
  expect(names(0.01)).toEqual([
    ['large', 150, 0.75],
    ['middle', 48, 0.24],
    [undefined, 2, 0.01],
  ]);
  expect(names(0.001).map(([name]) => name)).toEqual(['large', 'middle', 'small', 'tiny']);
  expect(mergeSmall([miningPool('a', 999), miningPool('b', 1)], 0.01).map((one) => one.miningPool?.name)).toEqual([
    'a',
    'b',
  ]);
  expect(mergeSmall([miningPool('a', 0)], 0.01)).toEqual([]);
});

test('stacks layers and leaves out unknown values', () => {
  expect(
    stackTops([
      [1, 2, null],
      [10, null, 30],
      [100, 200, 300],
    ]),
  ).toEqual([
    [1, 2, null],
    [11, null, 30],
    [111, 202, 330],
  ]);
});

//   level         7 percentiles of one block, the highest of them paid by mistake
//   5000  cut     1  2  3  5  8  13  900000
test('seven percentiles are absolute heights: none below the previous one, none above 5000', () => {
  expect(levelTops([[1], [2], [3], [5], [8], [13], [900_000]])).toEqual([[1], [2], [3], [5], [8], [13], [5_000]]);
  // Means of rounded fee rates may decrease; hiding some levels leaves the others at their height.
  expect(levelTops([[2], [1.9], [3]])).toEqual([[2], [2], [3]]);
  expect(levelTops([[5], [13]])).toEqual([[5], [13]]);
});

test('bars meet halfway between their times', () => {
  expect(asBars([0, 100, 400], [1, null, 3])).toEqual([
    [0, 1],
    [50, 1],
    [50, null],
    [250, null],
    [250, 3],
    [400, 3],
  ]);
  expect(asBars([1_000_000], [4])).toEqual([
    [400_000, 4],
    [1_600_000, 4],
  ]);
});
