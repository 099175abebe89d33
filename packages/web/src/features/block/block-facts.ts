import type { BlockExt, DifficultyAdjustment, MempoolBlock } from '@glassblock/contract';
import type { Pace } from '../../context/site-context.ts';
import { fullFlow } from '../../format/rate.ts';
import { escapeInvisible } from '../../script/chain-text.ts';

/** Maximum weight of a block, WU. */
export const blockWeight = 4_000_000;
/** Maximum size of a block, vB. */
export const blockVsize = blockWeight / 4;

/** Returns how full a mined block is, 0..1. */
export const fullness = (block: Pick<BlockExt, 'weight'>): number => Math.min(1, block.weight / blockWeight);

/** Returns the number of blocks that a projected block represents: the last one may contain the rest of the mempool. */
export const stackSize = (block: Pick<MempoolBlock, 'blockVSize'>): number =>
  Math.max(1, Math.ceil(block.blockVSize / blockVsize - 1e-9));

/** Mean time between blocks of the demo's simulated node, ms; a copy, since the network table would come with every page. */
export const demoSpacingMs = 45_000;

/** Returns the capacity of blocks, vB/s. */
export const blockCapacity = (pace: Pace): number =>
  pace === 'demo' ? (fullFlow * 600_000) / demoSpacingMs : fullFlow;

/**
 * Returns the estimated time of a projected block, ms: now + average time x (place + 1) + offset of the epoch. Without a
 * plausible estimate ten minutes per block; undefined where blocks are mined on demand.
 */
export function expectedAt(
  index: number,
  now: number,
  da: DifficultyAdjustment | undefined,
  pace: Pace = 'adjusted',
): number | undefined {
  if (pace === 'on-demand') return undefined;
  if (pace === 'demo') return now + demoSpacingMs * (index + 1);
  const average = da && Number.isFinite(da.adjustedTimeAvg) && da.adjustedTimeAvg > 0 ? da.adjustedTimeAvg : 600_000;
  const offset = da && Number.isFinite(da.timeOffset) ? da.timeOffset : 0;
  return now + average * (index + 1) + offset;
}

/**
 * Returns the representative fee rate of a block. The median by weight is 0 for blocks less than half full: then the
 * middle of the range.
 * @returns undefined if no transaction in the block pays a fee
 */
export function typicalFeeRate(
  medianFee: number,
  feeRange: readonly number[],
  transactions: number,
): number | undefined {
  if (transactions <= 0 || feeRange.length === 0) return undefined;
  return medianFee > 0 ? medianFee : feeRange[Math.floor(feeRange.length / 2)];
}

/** The blocks without genesis, whose time is a constant: on regtest and in new chains it is years before block 1. */
export const minedSinceStart = <T extends Pick<BlockExt, 'height'>>(blocks: readonly T[]): T[] =>
  blocks.filter(({ height }) => height > 0);

/** Returns the mean time between the given mined blocks, ms; undefined if it cannot be computed. */
export function recentSpacing(blocks: readonly Pick<BlockExt, 'timestamp'>[]): number | undefined {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || blocks.length < 2) return undefined;
  const mean = (1000 * (newest.timestamp - oldest.timestamp)) / (blocks.length - 1);
  return mean > 0 ? mean : undefined;
}

/** From this number of blocks on no time is estimated. */
export const maxEstimatedBlocks = 7;

/** Returns the miner: the individual miner if it chose the template, else the mining pool. */
export const minerOf = ({ extras }: BlockExt): string =>
  escapeInvisible(extras.pool.minerNames?.[1]?.slice(0, 16) ?? extras.pool.name);

/** Returns the bits that a block version signals by BIP 9; none if it does not use BIP 9. */
export function signalledBits(version: number): readonly number[] {
  if (version >>> 29 !== 1) return [];
  return Array.from({ length: 29 }, (_, bit) => bit).filter((bit) => (version >>> bit) & 1);
}

/** First block of the Taproot signalling periods on mainnet, and the first with Taproot active. */
const taprootSignals = { from: 681_408, before: 709_632, bit: 2 } as const;

/** Returns whether a mainnet block signals Taproot readiness. Source: BIP 341 */
export const signalsTaproot = ({ height, version }: Pick<BlockExt, 'height' | 'version'>, network: string): boolean =>
  network === 'mainnet' &&
  height >= taprootSignals.from &&
  height < taprootSignals.before &&
  signalledBits(version).includes(taprootSignals.bit);

/** Returns whether a recent block has an earlier time than its parent. */
export const hasDecreasingTime = (
  block: Pick<BlockExt, 'timestamp'>,
  parent: Pick<BlockExt, 'timestamp'> | undefined,
  now: number,
): boolean => parent !== undefined && block.timestamp < parent.timestamp && now / 1000 - block.timestamp < 7200;
