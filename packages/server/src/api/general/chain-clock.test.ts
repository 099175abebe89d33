import { expect, test } from 'vitest';
import { createChainClock } from './chain-clock.ts';
import { difficultyAdjustment } from './difficulty.ts';

const adjustmentOf = (
  clock: ReturnType<typeof createChainClock>,
  times: { epochStart: number; newest: number; now: number; height: number },
) =>
  clock.realTimes(
    difficultyAdjustment({
      epochStart: clock.chainTime(times.epochStart),
      time503: undefined,
      now: clock.chainTime(times.now),
      height: times.height,
      interval: 1008,
      previousRetarget: 0,
      minimumDifficultyBlocks: false,
      newest: clock.chainTime(times.newest),
    }),
    times.now,
  );

test('estimates no change of difficulty for an epoch of fast blocks', () => {
  // 300 blocks every 45 s, in an epoch that began with the first of them
  const clock = createChainClock(1_000_000, 45);
  const now = 1_000_100 + 300 * 45;
  const da = adjustmentOf(clock, { epochStart: 1_000_100, newest: now - 1, now, height: 2016 + 300 });
  expect(da.difficultyChange).toBeCloseTo(0.33, 2);
  expect(da).toMatchObject({ timeAvg: 45_000, adjustedTimeAvg: 45_000, remainingBlocks: 708 });
  expect(da.remainingTime).toBe(708 * 45_000);
  expect(da.estimatedRetargetDate).toBe((now + 708 * 45) * 1000);
});

test('counts ten-minute blocks before the fast ones at their own interval', () => {
  // 700 blocks every 600 s, then 100 every 45 s
  const epochStart = 2_000_000;
  const fastSince = epochStart + 700 * 600;
  const clock = createChainClock(fastSince, 45);
  const now = fastSince + 100 * 45;
  const da = adjustmentOf(clock, { epochStart, newest: now, now, height: 2016 + 800 });
  expect(da.difficultyChange).toBeCloseTo(0.125, 3);
  expect(da.timeAvg).toBe(45_000);
});

test('changes nothing where time is real', () => {
  const clock = createChainClock(undefined, 600);
  expect(clock.chainTime(1_234_567)).toBe(1_234_567);
  const da = adjustmentOf(clock, { epochStart: 0, newest: 45_000, now: 45_000, height: 1000 });
  expect(da.timeAvg).toBe(45_000);
});
