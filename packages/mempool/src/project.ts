import { BandedFees, feeStatistics, type RatedTx } from '@glassblock/primitives';
import type { Pool } from './pool.ts';

/** Figures of a projected block. Source: rest-bitcoin 3.6 */
export interface ProjectedFigures {
  blockSize: number;
  blockVSize: number;
  nTx: number;
  totalFees: number;
  medianFee: number;
  feeRange: number[];
}

const projectedBlocks = 8;
const maxWeight = 4_000_000;
/** Lists of a block's transactions stop here, in WU. */
const detailLimit = 4_800_000;

/** Slots of the transactions that lists of a block show: all of a normal block, the first 1.2 MvB of the rest. */
export function detailedTxs(pool: Pool, index: number): number[] {
  const slots: number[] = [];
  let weight = 0;
  for (const slot of pool.blockTxs(index)) {
    weight += pool.weightOf(slot);
    if (weight > detailLimit) break;
    slots.push(slot);
  }
  return slots;
}

/** Sizes, fees and fee statistics of the projected blocks. Source: domain-mempool sections 10, 11 */
export function figuresOf(pool: Pool): ProjectedFigures[] {
  return pool.blocks.map(({ nTx, weight, size, fees }, index) => {
    const isStack = index === projectedBlocks - 1 && weight > maxWeight;
    const { median, range } = isStack ? stackStatistics(pool, index, weight) : blockStatistics(pool, index);
    return {
      blockSize: size,
      blockVSize: weight / 4,
      nTx,
      totalFees: fees,
      medianFee: median,
      feeRange: range,
    };
  });
}

function blockStatistics(pool: Pool, index: number) {
  const rated = detailedTxs(pool, index).map((slot): RatedTx => {
    return { fee: pool.feeOf(slot), weight: pool.weightOf(slot), rate: pool.rateOf(slot) };
  });
  return feeStatistics(rated);
}

function stackStatistics(pool: Pool, index: number, weight: number) {
  const bands = new BandedFees(weight);
  pool.blockRates(index, (rate, part) => bands.add(rate, part));
  return bands.statistics();
}
