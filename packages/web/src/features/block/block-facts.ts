import type { BlockExt, DifficultyAdjustment, MempoolBlock } from '@glassblock/contract';
import type { Pace } from '../../context/site-context.ts';
import { escapeInvisible } from '../../script/chain-text.ts';

/** Weight units a block holds, and the virtual bytes that makes. */
export const blockWeight = 4_000_000;
export const blockVsize = blockWeight / 4;

/** How full a mined block is, 0..1. */
export const fullness = (block: Pick<BlockExt, 'weight'>): number => Math.min(1, block.weight / blockWeight);

/** Blocks a projected block stands for: the last one may hold the rest of the pool. */
export const stackSize = (block: Pick<MempoolBlock, 'blockVSize'>): number =>
  Math.max(1, Math.ceil(block.blockVSize / blockVsize - 1e-9));

/** Mean time between the blocks of the demo's simulated node, ms. */
const demoSpacingMs = 30_000;

/**
 * When a projected block may be mined, ms: now + average time x (place + 1) + offset of the epoch.
 * Without an estimate (or with a senseless one) ten minutes a block; undefined where blocks come on demand.
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
 * The rate that stands for a block. The median by weight is 0 for blocks that are not half full: then the middle of
 * the range. @returns undefined when nothing in the block pays
 */
export function typicalFeeRate(
  medianFee: number,
  feeRange: readonly number[],
  transactions: number,
): number | undefined {
  if (transactions <= 0 || feeRange.length === 0) return undefined;
  return medianFee > 0 ? medianFee : feeRange[Math.floor(feeRange.length / 2)];
}

/** Mean time between mined blocks that are known, ms; undefined when their times tell nothing. */
export function recentSpacing(blocks: readonly Pick<BlockExt, 'timestamp'>[]): number | undefined {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || blocks.length < 2) return undefined;
  const mean = (1000 * (newest.timestamp - oldest.timestamp)) / (blocks.length - 1);
  return mean > 0 ? mean : undefined;
}

/** Blocks from which on an estimate would be a lie. */
export const maxEstimatedBlocks = 7;

/** Who made it: for templates that a single miner chose that miner, else the pool. */
export const minerOf = ({ extras }: BlockExt): string =>
  escapeInvisible(extras.pool.minerNames?.[1]?.slice(0, 16) ?? extras.pool.name);

/** Numbers of the bits that a block's version signals by BIP 9; none when it does not use them. */
export function signalledBits(version: number): readonly number[] {
  if (version >>> 29 !== 1) return [];
  return Array.from({ length: 29 }, (_, bit) => bit).filter((bit) => (version >>> bit) & 1);
}

/** First block of the period in which miners signalled for Taproot on mainnet, and the first with it in force. */
const taprootSignals = { from: 681_408, before: 709_632, bit: 2 } as const;

/** Whether a block of mainnet told that its miner was ready for Taproot. Source: BIP 341 */
export const signalsTaproot = ({ height, version }: Pick<BlockExt, 'height' | 'version'>, network: string): boolean =>
  network === 'mainnet' &&
  height >= taprootSignals.from &&
  height < taprootSignals.before &&
  signalledBits(version).includes(taprootSignals.bit);

/** A block later than the one above may carry an earlier time; worth a word while it is young. */
export const hasDecreasingTime = (
  block: Pick<BlockExt, 'timestamp'>,
  parent: Pick<BlockExt, 'timestamp'> | undefined,
  now: number,
): boolean => parent !== undefined && block.timestamp < parent.timestamp && now / 1000 - block.timestamp < 7200;
