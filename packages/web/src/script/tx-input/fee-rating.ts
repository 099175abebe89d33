import type { BlockExt } from '@glassblock/contract';

/** The fee of a confirmed transaction relative to its block. */
export interface FeeRating {
  kind: 'optimal' | 'over' | 'far-over';
  /** Multiple of the necessary fee rate, rounded. */
  times: number;
  /** Necessary fee rate, sat/vB. */
  needed: number;
}

const blockWeight = 4_000_000;

/**
 * Compares a fee rate with the median of its block. In a block that is not full, 1 sat/vB was enough.
 * @param rate effective fee rate, sat/vB
 */
export function feeRating(rate: number, block: Pick<BlockExt, 'weight' | 'extras'>): FeeRating {
  const median = block.extras.medianFee;
  const needed = block.weight < 0.95 * blockWeight || median < 1 ? 1 : median;
  const times = Math.round(rate / needed);
  if (times < 2 || rate <= needed) return { kind: 'optimal', times: 1, needed };
  return { kind: times > 10 ? 'far-over' : 'over', times, needed };
}
