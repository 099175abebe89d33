import { BandedFees, feeStatisticsOfColumns } from '@glassblock/primitives';
import type { Mempool } from '../memory/mempool.ts';

/** Statistics of a projected block. */
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

/** Returns sizes, fees and fee statistics of the projected blocks. */
export function figuresOf(mempool: Mempool): ProjectedFigures[] {
  return mempool.blocks.map(({ nTx, weight, size, fees }, index) => {
    const isStack = index === projectedBlocks - 1 && weight > maxWeight;
    const { median, range } = isStack ? stackStatistics(mempool, index, weight) : blockStatistics(mempool, index);
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

function blockStatistics(mempool: Mempool, index: number) {
  const { rates, weights } = mempool.listOf(index);
  return feeStatisticsOfColumns(rates, weights);
}

function stackStatistics(mempool: Mempool, index: number, weight: number) {
  const bands = new BandedFees(weight);
  mempool.blockRates(
    index,
    (rate, part) => bands.add(rate, part),
    (part) => bands.skip(part),
  );
  return bands.statistics();
}
