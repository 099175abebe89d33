import { describe, expect, it } from 'vitest';
import { histogramOf } from './mempool-totals.ts';

/** Mempools by pairs of fee rate and vB. */
function mempoolOf(txs: readonly [number, number][]) {
  return {
    size: txs.length,
    *slots() {
      yield* txs.keys();
    },
    ownRateOf: (slot: number) => txs[slot]![0],
    weightOf: (slot: number) => 4 * txs[slot]![1],
  };
}

describe('the fee histogram', () => {
  it.each<[string, [number, number][], [number, number][]]>([
    ['is empty for an empty mempool', [], []],
    [
      'has one bar for a small mempool, named for its lowest rate',
      [
        [5, 300],
        [1.5, 200],
      ],
      [[1.5, 500]],
    ],
    [
      'ends a bar once it holds more than 50,000 vB and the rate changes',
      [
        [1, 100],
        [20, 30_000],
        [10, 20_001],
        [10, 7],
        [9, 60_000],
      ],
      [
        [10, 50_008],
        [9, 60_000],
        [1, 100],
      ],
    ],
    [
      'keeps equal fee rates together whatever their size',
      [
        [3, 90_000],
        [3, 90_000],
        [2, 1],
      ],
      [
        [3, 180_000],
        [2, 1],
      ],
    ],
    ['has fee rates with four decimals', [[1.23456, 100]], [[1.2346, 100]]],
    ['rounds a part of a vB up', [[1, 100.25]], [[1, 101]]],
  ])('%s', (_, txs, bars) => {
    expect(histogramOf(mempoolOf(txs))).toEqual(bars);
  });
});
