import { BandedFees, feeStatistics, type RatedTx } from '@glassblock/primitives';
import type { Pool } from './pool.ts';
import type { PoolTx } from './pool-tx.ts';

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

/** The transactions that lists of a block show: all of a normal block, the first 1.2 MvB of the rest. */
export function detailedTxs(pool: Pool, index: number): PoolTx[] {
  const txs: PoolTx[] = [];
  let weight = 0;
  for (const tx of pool.blockTxs(index)) {
    weight += tx.weight;
    if (weight > detailLimit) break;
    txs.push(tx);
  }
  return txs;
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
  const rated = detailedTxs(pool, index).map((tx): RatedTx => {
    return { fee: tx.fee, weight: tx.weight, rate: pool.rateOf(tx) };
  });
  return feeStatistics(rated);
}

function stackStatistics(pool: Pool, index: number, weight: number) {
  const bands = new BandedFees(weight);
  pool.blockRates(index, (rate, part) => bands.add(rate, part));
  return bands.statistics();
}
