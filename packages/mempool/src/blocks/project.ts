import { BandedFees, feeStatistics, type TxWithFeeRate } from '@glassblock/primitives';
import type { Mempool } from '../memory/mempool.ts';

/** Figures of a projected block. */
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
/** Maximum WU of a published list. */
const detailLimit = 4_800_000;

/** Returns the slots of the published list of a block: all of a normal block, the first 1.2 MvB of the rest. */
export function detailedTxs(mempool: Mempool, index: number): number[] {
  const slots: number[] = [];
  let weight = 0;
  for (const slot of mempool.blockTxs(index)) {
    weight += mempool.weightOf(slot);
    if (weight > detailLimit) break;
    slots.push(slot);
  }
  return slots;
}

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
  const rated = detailedTxs(mempool, index).map((slot): TxWithFeeRate => {
    return { fee: mempool.feeOf(slot), weight: mempool.weightOf(slot), rate: mempool.rateOf(slot) };
  });
  return feeStatistics(rated);
}

function stackStatistics(mempool: Mempool, index: number, weight: number) {
  const bands = new BandedFees(weight);
  mempool.blockRates(index, (rate, part) => bands.add(rate, part));
  return bands.statistics();
}
