import { describe, expect, it } from 'vitest';
import { createCalibration } from './calibration.ts';
import { forecastTargets } from './forecast.ts';
import type { StoredForecast, StoredForecastBlock } from './forecast-bytes.ts';

const now = 1_700_000_000;
const day = 86_400;

/** Blocks from height 101 on with these entry rates, the last one now, ten minutes apart. */
function chainOf(entries: readonly (number | undefined)[]) {
  const blocks = new Map<number, StoredForecastBlock>();
  entries.forEach((entry, i) => {
    const time = now - 600 * (entries.length - 1 - i);
    if (entry !== undefined) blocks.set(101 + i, { height: 101 + i, time, id: new Uint8Array(8), entry });
  });
  return (height: number) => blocks.get(height);
}

/** Forecasts at a tip: the same three fee rates for each target. */
const forecastAt = (height: number, ...rates: number[]): StoredForecast => ({
  time: now - day,
  height,
  minFeeRate: 1,
  rates: forecastTargets.map(() => rates),
});

function scoresOf(entries: readonly (number | undefined)[], forecasts: readonly StoredForecast[]) {
  const calibration = createCalibration(chainOf(entries), now);
  for (const forecast of forecasts) calibration.take(forecast);
  const windows = calibration.windows();
  return (window: string, blocks: (typeof forecastTargets)[number]) =>
    windows.find(({ name }) => name === window)!.scores[forecastTargets.indexOf(blocks)]!;
}

const score = (scored: number, right: number, overpayment?: number) => ({
  scored,
  right,
  atMinimum: 0,
  rightAtMinimum: 0,
  overpayment,
});

describe('forecast scores', () => {
  // entry   12  20  5        next block of 100: 12; within two: 12; within three: 5
  it('compare with the lowest fee rate that entered one of the blocks', () => {
    const at = scoresOf([12, 20, 5], [forecastAt(100, 10, 15, 30)]);
    expect(at('24h', 1)).toEqual([score(1, 0), score(1, 1, 15 / 12), score(1, 1, 30 / 12)]);
    expect(at('24h', 2)).toEqual([score(1, 0), score(1, 1, 15 / 12), score(1, 1, 30 / 12)]);
    expect(at('24h', 3)).toEqual([score(1, 1, 2), score(1, 1, 3), score(1, 1, 6)]);
    expect(at('24h', 6)).toEqual([score(0, 0), score(0, 0), score(0, 0)]);
  });

  it('are counted when the last block of the target has arrived, right or wrong', () => {
    const forecasts = [100, 101, 102].map((height) => forecastAt(height, 10, 10, 10));
    const at = scoresOf([12, 8, 20], forecasts);
    expect(at('24h', 1)[0]).toEqual(score(3, 1, 10 / 8));
    expect(at('24h', 2)[0]).toEqual(score(2, 2, 10 / 8));
    expect(at('24h', 3)[0]).toEqual(score(1, 1, 10 / 8));
  });

  it('skip forecasts whose blocks are not all known', () => {
    const at = scoresOf(
      [12, undefined, 5],
      [100, 101, 102].map((height) => forecastAt(height, 10, 10, 10)),
    );
    expect(at('24h', 1)[0]).toEqual(score(2, 1, 2));
    expect(at('24h', 2)[0]).toEqual(score(0, 0));
  });

  it('separate forecasts at the minimum, and measure overpayment from it', () => {
    // entry 0: that block had room for everything
    const at = scoresOf([0], [forecastAt(100, 1, 1.05, 3)]);
    expect(at('24h', 1)).toEqual([
      { scored: 1, right: 1, atMinimum: 1, rightAtMinimum: 1, overpayment: 1 },
      { scored: 1, right: 1, atMinimum: 1, rightAtMinimum: 1, overpayment: 1.05 },
      score(1, 1, 3),
    ]);
    const closed = scoresOf([Number.POSITIVE_INFINITY], [forecastAt(100, 1, 20, 9_999)]);
    expect(closed('24h', 1)).toEqual([
      { scored: 1, right: 0, atMinimum: 1, rightAtMinimum: 0, overpayment: undefined },
      score(1, 0),
      score(1, 0),
    ]);
  });

  it('belong to the windows of their last block', () => {
    const long = scoresOf(new Array(200).fill(9), [forecastAt(100, 10, 10, 10), forecastAt(157, 10, 10, 10)]);
    // the blocks after 157 arrived within the last 24 hours, the block after 100 did not
    expect(long('24h', 1)[0]!.scored).toBe(1);
    expect(long('7d', 1)[0]!.scored).toBe(2);
    expect(long('24h', 72)[0]!.scored).toBe(2);
    expect(long('24h', 144)[0]!.scored).toBe(1);
  });
});
