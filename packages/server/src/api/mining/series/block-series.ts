import type { BlockFeeRates, BlockFees, BlockRewards, BlockSizesWeights } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import type { baseCurrencies } from '../../../sources/prices/currencies.ts';
import { bucketMeans, type MeanColumns } from './bucket-means.ts';
import type { MiningWindow } from './windows.ts';

const fees: MeanColumns = [({ totalFees }) => [totalFees, 1]];
const rewards: MeanColumns = [({ reward }) => [reward, 1]];
const percentiles: MeanColumns = [({ rates }) => [rates, 7]];
const sizes: MeanColumns = [({ size }) => [size, 1], ({ weight }) => [weight, 1]];

/** Returns the price of a bitcoin at a time, in the currencies with own prices. */
export type PricesAt = (time: number) => Readonly<Partial<Record<(typeof baseCurrencies)[number], number>>>;

/** Returns fees of blocks, sats. */
export function blockFees(columns: FactColumns, window: MiningWindow, pricesAt: PricesAt): BlockFees[] {
  const rows = bucketMeans(columns, window, fees);
  return rows.map(({ avgHeight, timestamp, means }) => ({
    avgHeight,
    timestamp,
    avgFees: Math.round(means[0]!),
    ...pricesAt(timestamp),
  }));
}

/** Returns coinbase values, sats. */
export function blockRewards(columns: FactColumns, window: MiningWindow, pricesAt: PricesAt): BlockRewards[] {
  const rows = bucketMeans(columns, window, rewards);
  return rows.map(({ avgHeight, timestamp, means }) => ({
    avgHeight,
    timestamp,
    avgRewards: Math.round(means[0]!),
    ...pricesAt(timestamp),
  }));
}

/** sat/vB. Integers, as mempool.space has them, would hide every fee rate below 1. */
const rounded = (rate: number | undefined) => Math.round((rate ?? 0) * 1_000) / 1_000;

/** Returns fee rate percentiles of blocks, sat/vB. */
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

/** Returns bytes and weight units of blocks. */
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
