import type { BlockExt, DifficultyAdjustment, MempoolBlock } from '@glassblock/contract';

/** Weight units a block holds, and the virtual bytes that makes. */
export const blockWeight = 4_000_000;
export const blockVsize = blockWeight / 4;

/** How full a mined block is, 0..1. */
export const fullness = (block: Pick<BlockExt, 'weight'>): number => Math.min(1, block.weight / blockWeight);

/** Blocks a projected block stands for: the last one may hold the rest of the pool. */
export const stackSize = (block: Pick<MempoolBlock, 'blockVSize'>): number =>
  Math.max(1, Math.ceil(block.blockVSize / blockVsize - 1e-9));

/**
 * When a projected block may be mined, ms: now + average time x (place + 1) + offset of the epoch.
 * Without an estimate (or a senseless one) ten minutes a block.
 */
export function expectedAt(index: number, now: number, da: DifficultyAdjustment | undefined): number {
  const average = da && Number.isFinite(da.adjustedTimeAvg) && da.adjustedTimeAvg > 0 ? da.adjustedTimeAvg : 600_000;
  const offset = da && Number.isFinite(da.timeOffset) ? da.timeOffset : 0;
  return now + average * (index + 1) + offset;
}

/** Blocks from which on an estimate would be a lie. */
export const farAway = 7;
