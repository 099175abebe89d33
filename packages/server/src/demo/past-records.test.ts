import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feeBands, openSamples } from '@glassblock/mempool';
import { forecastTargets, openForecastLog } from '@glassblock/mempool/forecast';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoPriceRows, demoPricesAt, openDemoPrices } from './demo-prices.ts';
import { simulateForecasts } from './past-forecasts.ts';
import { writePastRecords } from './past-records.ts';
import { pastSamples } from './past-samples.ts';

const now = 1_795_000_123;
const day = 86_400;
/** As the simulated node reports them. */
const feeRates = { fresh: { factor: 1, sigma: 0.42 }, backlog: { factor: 0.5, sigma: 0.25 } };
let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-past-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Blocks of ten minutes up to now. */
const blocks = Array.from({ length: 160 }, (_, i) => ({
  height: 1_000 + i,
  hash: new Uint8Array(32).fill(i),
  time: now - (160 - i) * 600,
}));

test('writes a week of statistics: each minute of the last day, averages for longer windows', async () => {
  await writePastRecords(directory, blocks, feeRates, simulateForecasts(blocks.length, 2026), now);
  const samples = await openSamples(join(directory, 'samples'));
  const [hours, oneDay, week] = await Promise.all([
    samples.list('2h', now),
    samples.list('24h', now),
    samples.list('1w', now),
  ]);
  expect([hours.length, oneDay.length]).toEqual([119, 1_439]);
  expect(week.length).toBeGreaterThan(1_900);
  for (const { weight, vsizes, count, vBytesPerSecond, totalFee } of [...oneDay, ...week]) {
    const vsize = vsizes.reduce((sum, each) => sum + each, 0);
    expect(vsize / (weight / 4)).toBeCloseTo(1, 2);
    expect(vsize).toBeGreaterThan(500_000);
    expect(vsize).toBeLessThan(9e6);
    expect(count).toBeGreaterThan(1_500);
    expect(vBytesPerSecond / 22_000).toBeCloseTo(1, 0);
    expect(totalFee / vsize).toBeGreaterThan(0.8);
    expect(totalFee / vsize).toBeLessThan(12);
  }
});

test('ends near the mempool that the simulated node starts with', () => {
  const { weight, added } = pastSamples(now, 1, feeRates).at(-1)!;
  expect(weight / 4).toBeGreaterThan(3.6e6);
  expect(weight / 4).toBeLessThan(4.5e6);
  expect(now - added).toBeLessThan(120);
});

test('has most of the mempool below the fee rates of the next block', () => {
  // blocks take the highest fee rates: what stays is the backlog, whose bands change slowly
  const samples = pastSamples(now, 1, feeRates).slice(-60);
  for (const { vsizes } of samples) {
    const total = vsizes.reduce((sum, each) => sum + each, 0);
    const below = vsizes.slice(0, feeBands.indexOf(3)).reduce((sum, each) => sum + each, 0);
    expect(below / total).toBeGreaterThan(0.6);
  }
});

test('writes forecasts that are right about as often as they state', async () => {
  await writePastRecords(directory, blocks, feeRates, simulateForecasts(blocks.length, 2026), now);
  const log = await openForecastLog(join(directory, 'forecasts'));
  expect(log.newestBlock()).toMatchObject({ height: 1_159, time: now - 600 });
  expect(log.blockAt(1_000)?.id).toEqual(new Uint8Array(8));
  const window = (await log.calibration(now)).at(-1)!;
  for (const target of [1, 2, 3, 6]) {
    const scores = window.scores[forecastTargets.indexOf(target as 1)]!;
    for (const [i, stated] of [0.5, 0.8, 0.95].entries()) {
      const { right, scored } = scores[i]!;
      expect(scored).toBe(160 - target);
      expect(Math.abs(right / scored - stated)).toBeLessThan(0.15);
    }
  }
});

test('prices are the same whenever they are computed, and cover four years', () => {
  const rows = demoPriceRows(now);
  expect(rows[0]!.time).toBeLessThan(now - 4 * 365 * day);
  expect(now - rows.at(-1)!.time).toBeLessThan(3_600);
  const later = new Map(demoPriceRows(now + 40 * day).map(({ time, prices }) => [time, prices]));
  const shared = rows.filter(({ time }) => later.has(time));
  expect(shared.length).toBeGreaterThan(1_000);
  for (const { time, prices } of shared) expect(later.get(time)).toEqual(prices);
  for (const [i, { time, prices }] of rows.entries()) {
    expect(prices['USD']).toBeGreaterThan(20_000);
    expect(prices['USD']).toBeLessThan(200_000);
    if (i > 0) expect(time).toBeGreaterThan(rows[i - 1]!.time);
  }
});

test('has a current price between the rows of its history', () => {
  const { prices, stop } = openDemoPrices(() => now);
  expect(prices.current()).toEqual(demoPricesAt(now));
  expect(prices.at(now)).toEqual(demoPricesAt(Math.floor(now / 3_600) * 3_600));
  expect(prices.at(now - 6 * 365 * day)).toBe(undefined);
  expect(Object.keys(prices.rates())).toEqual(['EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY']);
  stop();
});
