import type { DifficultyAdjustment } from '@glassblock/contract';

/** Block interval of the difficulty rule, seconds. */
const ruleSpacing = 600;

/**
 * The clock of a chain, for its difficulty rule. The demo's simulated node mines faster than the rule expects, with
 * difficulties as if its blocks took ten minutes: without this every estimate would be the maximum of 300 %.
 */
export interface ChainClock {
  /** Converts a time to that of the chain, Unix seconds. */
  chainTime(time: number): number;
  /** Converts the durations of an estimate back; `now` in Unix seconds. */
  realTimes(adjustment: DifficultyAdjustment, now: number): DifficultyAdjustment;
}

/**
 * Creates the clock of a chain.
 * @param fastSince time since when blocks follow at `spacing`, Unix seconds; undefined where time is real
 * @param spacing seconds
 */
export function createChainClock(fastSince: number | undefined, spacing: number): ChainClock {
  if (fastSince === undefined) return { chainTime: (time) => time, realTimes: (adjustment) => adjustment };
  const factor = ruleSpacing / spacing;
  return {
    chainTime: (time) => (time <= fastSince ? time : fastSince + (time - fastSince) * factor),
    realTimes(adjustment, now) {
      const adjustedTimeAvg = Math.round(adjustment.adjustedTimeAvg / factor);
      const remainingTime = adjustment.remainingBlocks * adjustedTimeAvg;
      return {
        ...adjustment,
        remainingTime,
        estimatedRetargetDate: now * 1000 + remainingTime,
        timeAvg: Math.round(adjustment.timeAvg / factor),
        adjustedTimeAvg,
      };
    },
  };
}
