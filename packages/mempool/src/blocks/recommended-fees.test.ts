import { describe, expect, it } from 'vitest';
import { recommendedFees } from './recommended-fees.ts';

const full = (medianFee: number, blockVSize = 999_000) => ({ medianFee, blockVSize });

// situation, minimum in sats/kvB, blocks, whole numbers, precise numbers: fastest/half/hour/economy/minimum
const examples: [string, number, { medianFee: number; blockVSize: number }[], number[], number[]][] = [
  ['an empty mempool', 1000, [], [1, 1, 1, 1, 1], [1.5, 1.25, 1, 1, 1]],
  ['one small block', 1000, [full(5, 300_000)], [1, 1, 1, 1, 1], [1.5, 1.25, 1, 1, 1]],
  ['one block of 700 kvB', 1000, [full(10, 700_000)], [4, 1, 1, 1, 1], [4.5, 1.25, 1, 1, 1]],
  ['two blocks', 1000, [full(6), full(2, 800_000)], [6, 2, 1, 1, 1], [6.5, 2.65, 1, 1, 1]],
  [
    'four full blocks',
    1000,
    [full(20.3), full(12.7), full(8.2), full(5)],
    [21, 17, 13, 2, 1],
    [20.8, 16.75, 12.35, 2, 1],
  ],
  [
    'a minimum below one',
    100,
    [full(3.4), full(1.2), full(0.5), full(0.2, 40_000_000)],
    [4, 3, 1, 1, 1],
    [3.9, 2.55, 1.4, 0.2, 0.1],
  ],
  ['rates below one', 100, [full(0.9), full(0.4), full(0.3), full(0.2)], [1, 1, 1, 1, 1], [1.4, 0.9, 0.475, 0.2, 0.1]],
  [
    'a mempool that evicts',
    12_100,
    [full(40), full(30), full(25), full(14, 90_000_000)],
    [40, 35, 30, 26, 13],
    [40.5, 35.25, 30, 24.2, 12.1],
  ],
];

const list = (fees: ReturnType<typeof recommendedFees>) => [
  fees.fastestFee,
  fees.halfHourFee,
  fees.hourFee,
  fees.economyFee,
  fees.minimumFee,
];

describe('recommended fees', () => {
  it.each(examples)('for %s match the table', (_name, minimum, blocks, whole, precise) => {
    expect(list(recommendedFees(blocks, minimum, 'whole'))).toEqual(whole);
    expect(list(recommendedFees(blocks, minimum, 'precise'))).toEqual(precise);
  });

  it('are not rounded up because of binary fractions: 121 and 51,000 sats per kvB', () => {
    expect(recommendedFees([], 121, 'precise').minimumFee).toBe(0.121);
    expect(recommendedFees([], 51_000, 'whole').minimumFee).toBe(51);
  });
});
