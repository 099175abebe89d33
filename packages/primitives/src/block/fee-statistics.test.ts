import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import {
  BandedFees,
  bandedFeeStatistics,
  feePercentiles,
  feeStatistics,
  type TxWithFeeRate,
} from './fee-statistics.ts';

const tx = (rate: number, weight: number) => ({ rate, weight, fee: (rate * weight) / 4 });

/** The definition, by a list of objects that is sorted. */
function sortedStatistics(txs: readonly TxWithFeeRate[]) {
  const sorted = [...txs].sort((a, b) => a.rate - b.rate);
  const rateAt = (percent: number) => sorted[Math.floor(((sorted.length - 1) * percent) / 100)]!.rate;
  const edge = Math.max(1, Math.floor(txs.length / 50));
  const lowest = Math.min(rateAt(1), ...txs.slice(-edge).map(({ rate }) => rate));
  const highest = Math.max(rateAt(99), ...txs.slice(0, edge).map(({ rate }) => rate));
  let position = Math.max(0, 4_000_000 - sorted.reduce((sum, { weight }) => sum + weight, 0));
  let [total, width] = [0, 0];
  for (const { weight, rate } of sorted) {
    const overlap = Math.min(position + weight, 2_005_000) - Math.max(position, 1_995_000);
    if (overlap > 0) total += overlap * rate;
    if (overlap > 0) width += overlap;
    position += weight;
  }
  const median = width > 0 ? total / width : 0;
  return { median, range: [lowest, ...[10, 25, 50, 75, 90].map(rateAt), highest] };
}

describe('fee statistics of a block', () => {
  it.each([0, 0.01, 0.3, 1])('equal those of a sorted list of objects, %d of it out of order', (disorder) => {
    const random = seededRandom(5);
    for (const count of [1, 2, 3, 49, 50, 700, 3_000]) {
      // few fee rates: many are equal
      const rates = Array.from({ length: count }, () => Math.floor(random() * 40) / 3).sort((a, b) => b - a);
      const txs = rates.map((rate) => tx(random() < disorder ? rates[Math.floor(random() * count)]! : rate, 400));
      for (const one of txs) one.weight += Math.floor((random() * 7_000_000) / count);
      expect(feeStatistics(txs)).toEqual(sortedStatistics(txs));
    }
  });

  it('of a stack are the same when parts outside of all bands are skipped', () => {
    const random = seededRandom(6);
    for (let round = 0; round < 20; round++) {
      const txs = Array.from({ length: 2_000 }, (_, i) => tx(2_000 - i, 400 + Math.floor(random() * 20_000)));
      const bands = new BandedFees(txs.reduce((sum, { weight }) => sum + weight, 0));
      let skipped = 0;
      for (let start = 0; start < txs.length; start += 8) {
        const part = txs.slice(start, start + 8);
        if (bands.skip(part.reduce((sum, { weight }) => sum + weight, 0))) skipped++;
        else for (const { rate, weight } of part) bands.add(rate, weight);
      }
      expect(skipped).toBeGreaterThan(150);
      expect(bands.statistics()).toEqual(bandedFeeStatistics(txs));
    }
  });

  it('returns zeros without transactions, never NaN', () => {
    expect(feeStatistics([])).toEqual({ median: 0, range: [0, 0, 0, 0, 0, 0, 0] });
    expect(bandedFeeStatistics([]).range.every((rate) => rate === 0)).toBe(true);
    expect(feePercentiles([])).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('returns median 0 for a block that is less than half full, as free space counts as the low end', () => {
    expect(feeStatistics([tx(10, 1_000_000), tx(20, 900_000)]).median).toBe(0);
  });

  it('computes the median at the middle of a full block', () => {
    // weights from the low end: 1,000,000 free | 1,500,000 at 5 | 1,500,000 at 9: the middle, 2,000,000, is at 5
    expect(feeStatistics([tx(9, 1_500_000), tx(5, 1_500_000)]).median).toBe(5);
    // 1,998,000 at 2, then 2,002,000 at 6: the band 1,995,000..2,005,000 holds 3,000 at 2 and 7,000 at 6
    expect(feeStatistics([tx(6, 2_002_000), tx(2, 1_998_000)]).median).toBeCloseTo((3 * 2 + 7 * 6) / 10, 10);
  });

  it('returns percentiles by number of transactions', () => {
    const txs = Array.from({ length: 101 }, (_, i) => tx(101 - i, 400));
    expect(feeStatistics(txs).range).toEqual([1, 11, 26, 51, 76, 91, 101]);
  });

  it('widens the ends by the first and last transactions of the block', () => {
    const txs = [tx(3, 400), ...Array.from({ length: 98 }, () => tx(10, 400)), tx(50, 400)];
    const { range } = feeStatistics(txs);
    expect(range[0]).toBe(3);
    expect(range[6]).toBe(10);
    const expensive = feeStatistics([tx(500, 400), ...txs, tx(0.5, 400)]).range;
    expect([expensive[0], expensive[6]]).toEqual([0.5, 500]);
  });

  it('averages bands of a stack from low to high fee rate', () => {
    const stack = [tx(30, 4_000_000), tx(20, 4_000_000), tx(10, 4_000_000)];
    const { range, median } = bandedFeeStatistics(stack);
    expect(range.map((rate) => Math.round(rate))).toEqual([10, 10, 10, 10, 20, 20, 20, 30, 30, 30, 30]);
    expect(median).toBe(20);
  });

  it('returns fee percentiles in sats as blocks carry them', () => {
    expect(feePercentiles([100, 10, 30, 20, 40, 50, 60, 70, 80, 90])).toEqual([10, 10, 20, 50, 70, 90, 100]);
    expect(feePercentiles([7])).toEqual([7, 7, 7, 7, 7, 7, 7]);
  });
});
