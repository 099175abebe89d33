import type { BlockExt } from '@glassblock/contract';

/** What a confirmed transaction paid beside what its block asked. */
export interface FeeRating {
  kind: 'optimal' | 'over' | 'far-over';
  /** Times of what was needed, rounded. */
  times: number;
  /** sat/vB that would have done. */
  needed: number;
}

const blockWeight = 4_000_000;

/** Compares a rate with the median of the block that mined it. In a block with room one sat/vB was enough. @param rate  effective, sat/vB */
export function feeRating(rate: number, block: Pick<BlockExt, 'weight' | 'extras'>): FeeRating {
  const median = block.extras.medianFee;
  const needed = block.weight < 0.95 * blockWeight || median < 1 ? 1 : median;
  const times = Math.round(rate / needed);
  if (times < 2 || rate <= needed) return { kind: 'optimal', times: 1, needed };
  return { kind: times > 10 ? 'far-over' : 'over', times, needed };
}
