import type { BlockFeeRates, BlockFees, BlockRewards, BlockSizesWeights } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import type { baseCurrencies } from '../prices/currencies.ts';
import { bucketMeans, type MeanColumns } from './bucket-means.ts';
import type { MiningWindow } from './windows.ts';

const fees: MeanColumns = [({ totalFees }) => [totalFees, 1]];
const rewards: MeanColumns = [({ reward }) => [reward, 1]];
const percentiles: MeanColumns = [({ rates }) => [rates, 7]];
const sizes: MeanColumns = [({ size }) => [size, 1], ({ weight }) => [weight, 1]];

/** What a bitcoin cost at a time, in the currencies that have prices of their own. */
export type PricesAt = (time: number) => Readonly<Partial<Record<(typeof baseCurrencies)[number], number>>>;

/** Fees of blocks, sats. */
export function blockFees(columns: FactColumns, window: MiningWindow, pricesAt: PricesAt): BlockFees[] {
  const rows = bucketMeans(columns, window, fees);
  return rows.map(({ avgHeight, timestamp, means }) => ({
    avgHeight,
    timestamp,
    avgFees: Math.round(means[0]!),
    ...pricesAt(timestamp),
  }));
}

/** What coinbases paid out, sats. */
export function blockRewards(columns: FactColumns, window: MiningWindow, pricesAt: PricesAt): BlockRewards[] {
  const rows = bucketMeans(columns, window, rewards);
  return rows.map(({ avgHeight, timestamp, means }) => ({
    avgHeight,
    timestamp,
    avgRewards: Math.round(means[0]!),
    ...pricesAt(timestamp),
  }));
}

/** sat/vB. Whole numbers, as the reference has them, would hide every rate below 1. */
const rounded = (rate: number | undefined) => Math.round((rate ?? 0) * 1_000) / 1_000;

export function blockFeeRates(columns: FactColumns, window: MiningWindow): BlockFeeRates[] {
  const rows = bucketMeans(columns, window, percentiles);
  return rows.map(({ avgHeight, timestamp, means }) => ({
    avgHeight,
    timestamp,
    avgFee_0: rounded(means[0]),
    avgFee_10: rounded(means[1]),
    avgFee_25: rounded(means[2]),
    avgFee_50: rounded(means[3]),
    avgFee_75: rounded(means[4]),
    avgFee_90: rounded(means[5]),
    avgFee_100: rounded(means[6]),
  }));
}

/** Bytes and weight units of blocks. */
export function blockSizesWeights(columns: FactColumns, window: MiningWindow): BlockSizesWeights {
  const rows = bucketMeans(columns, window, sizes);
  return {
    sizes: rows.map(({ avgHeight, timestamp, means }) => ({ avgHeight, timestamp, avgSize: Math.round(means[0]!) })),
    weights: rows.map(({ avgHeight, timestamp, means }) => ({
      avgHeight,
      timestamp,
      avgWeight: Math.round(means[1]!),
    })),
  };
}
