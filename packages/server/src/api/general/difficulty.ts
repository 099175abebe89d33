import type { DifficultyAdjustment } from '@glassblock/contract';
import { targetOf } from '@glassblock/primitives';

/** Input of the difficulty estimate. */
export interface DifficultyInput {
  /** Time of the first block of the epoch, s. */
  epochStart: number;
  /** Time of the block 503 below the tip, s. */
  time503: number | undefined;
  /** s */
  now: number;
  height: number;
  /** Blocks of an epoch. */
  interval: number;
  /** Change at the last retarget, percent. */
  previousRetarget: number;
  /** Blocks may have minimum difficulty after 20 minutes (testnet 3). */
  minimumDifficultyBlocks: boolean;
  /** Time of the newest block, s. */
  newest: number;
}

const spacing = 600;
const clamp = (percent: number) => Math.max(-75, Math.min(300, percent));

/** Estimates the current difficulty epoch and the next adjustment. */
export function difficultyAdjustment(input: DifficultyInput): DifficultyAdjustment {
  const { epochStart, time503, now, height, interval, previousRetarget, newest } = input;
  const mined = height % interval;
  const remaining = interval - mined;
  const elapsed = Math.max(0, now - epochStart);
  let timeAvg = mined > 0 ? elapsed / mined : spacing;
  let adjusted = timeAvg;
  let change: number;
  if (time503 !== undefined && mined < 503) {
    const lastSpan = (epochStart - time503) * (1 + previousRetarget / 100);
    const span = elapsed + lastSpan;
    adjusted = span / 503;
    change = (spacing / (span / 504) - 1) * 100;
  } else {
    const actual = (mined === interval - 1 ? newest : now) - epochStart;
    change = (spacing / (actual / (mined + 1)) - 1) * 100;
  }
  // future blocks and equal times: no duration, no estimate
  change = Number.isNaN(change) ? 0 : change < -100 ? 300 : clamp(change);
  let timeOffset = 0;
  if (input.minimumDifficultyBlocks) {
    timeAvg = Math.min(timeAvg, 1200);
    const since = Math.max(0, now - newest);
    if (since + timeAvg > 1200) timeOffset = -Math.min(since, 1200) * 1000;
  }
  const timeAvgMs = Math.max(0, Math.floor(timeAvg * 1000));
  const adjustedMs = Math.max(0, Math.floor(adjusted * 1000));
  const remainingTime = remaining * adjustedMs;
  return {
    progressPercent: (mined / interval) * 100,
    difficultyChange: change,
    estimatedRetargetDate: now * 1000 + remainingTime,
    remainingBlocks: remaining,
    remainingTime,
    previousRetarget,
    previousTime: epochStart,
    nextRetargetHeight: height + remaining,
    timeAvg: timeAvgMs,
    adjustedTimeAvg: adjustedMs,
    timeOffset: timeOffset === 0 ? 0 : timeOffset,
    expectedBlocks: elapsed / spacing,
  };
}

/** Returns the change of difficulty between two compact targets, percent; 0 when one is invalid. */
export function retargetPercent(bitsBefore: number, bitsAfter: number): number {
  const before = targetOf(bitsBefore);
  const after = targetOf(bitsAfter);
  if (before <= 0n || after <= 0n) return 0;
  return clamp((Number((before * 1_000_000_000n) / after) / 1_000_000_000 - 1) * 100);
}
