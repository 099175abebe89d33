import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { outOfOrder } from './out-of-order.ts';

describe('order of a block by fee rate', () => {
  it.each([
    // fee rates from the top of the block down | positions above their fee rate | positions below it
    ['nothing', [], [], [], undefined],
    ['one', [5], [], [], 5],
    ['falling rates', [9, 7, 7, 3, 1], [], [], 1],
    ['a low fee rate at the top', [0, 9, 7, 3], [0], [], 3],
    ['a low fee rate in the middle', [9, 7, 1, 5, 3], [2], [], 3],
    ['a high fee rate at the bottom', [9, 7, 5, 30], [], [3], 5],
    ['a high fee rate in the middle', [9, 3, 40, 2, 1], [], [2], 1],
    ['both', [1, 9, 8, 6, 50, 4], [0], [4], 4],
    ['rates that hardly differ', [5, 5.05, 5.1], [], [], 5],
    ['a tenth less is in order, more is not', [4.95, 4.85, 5, 5, 5], [1], [], 5],
  ])('%s', (_, rates, prioritized, deprioritized, minRate) => {
    expect(outOfOrder(rates)).toEqual({ prioritized, deprioritized, minRate });
  });

  it('finds a longest run: as few positions are left over as by brute force', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const rates = Array.from({ length: 1 + Math.floor(random() * 14) }, () => Math.floor(random() * 8));
      const { prioritized, deprioritized } = outOfOrder(rates);
      const left = rates.length - longestFall(rates);
      expect(prioritized.length + deprioritized.length, `seed ${seed}`).toBe(left);
      expect(prioritized.filter((place) => deprioritized.includes(place))).toEqual([]);
    }
  });
});

/** Length of the longest non-increasing subsequence, by brute force. */
function longestFall(rates: readonly number[]): number {
  const from = (at: number, last: number): number => {
    if (at === rates.length) return 0;
    const without = from(at + 1, last);
    return rates[at]! > last ? without : Math.max(without, 1 + from(at + 1, rates[at]!));
  };
  return from(0, Number.POSITIVE_INFINITY);
}
