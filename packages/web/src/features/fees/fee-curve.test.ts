import type { CompressedTx } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { coarseCurve, feeCurve } from './fee-curve.ts';

const tx = (vsize: number, rate: number): CompressedTx => ['a', 0, vsize, 0, rate, 0, 0];

test('has half of the weight at 2, a quarter at 5 and a quarter at 9 sat/vB', () => {
  const curve = feeCurve([tx(250, 9), tx(500, 2), tx(250, 5)]);
  expect(curve).toHaveLength(101);
  expect([0, 50, 51, 75, 76, 100].map((percent) => curve[percent])).toEqual([
    [0, 2],
    [50, 2],
    [51, 5],
    [75, 5],
    [76, 9],
    [100, 9],
  ]);
});

test('is empty for an empty block and for invalid sizes', () => {
  expect(feeCurve([])).toEqual([]);
  expect(feeCurve([tx(0, 5), tx(Number.NaN, 5)])).toEqual([]);
});

test('places seven values of a range at sixths of the weight', () => {
  expect(coarseCurve([1, 2, 3, 4, 5, 6, 7])[3]).toEqual([50, 4]);
  expect(coarseCurve([1])).toEqual([]);
});
