import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeeCalibration, FeeForecast, NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { hashFromDisplay } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familiesOf } from '../src/network/chain/block-packages.ts';
import type { Body } from '../src/network/chain/bodies.ts';
import type { NetworkContext } from '../src/network/network-context.ts';
import { forecastSourceOf } from '../src/recording/forecast-source.ts';
import { takeOverForecasts } from './support/made-forecast.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

const forecastPath = '/api/glass/v1/fees/forecast';
const calibrationPath = '/api/glass/v1/fees/calibration';
const blocksBefore = 30;

let devnode: Devnode;
let explorer: TestExplorer;
let directory: string;
beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 8, live: false, blocks: blocksBefore, mempoolSize: 50 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-forecast-'));
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo', dataDir: directory });
  await isAt(blocksBefore);
});
afterAll(async () => {
  await explorer?.stop();
  await devnode?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const isAt = (height: number) =>
  explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.synced && index.height === height && mempool.synced,
  );
const context = () => explorer.contexts.get('demo')!;

describe('forecast routes', () => {
  it('report no forecast without mempool data, and no scores', async () => {
    Object.assign(context(), { forecasts: { current: () => undefined, calibration: async () => [] } });
    const { status, text, headers } = await explorer.status(forecastPath);
    expect({ status, text }).toEqual({ status: 503, text: '{"error":"No forecast yet"}' });
    expect(headers.get('retry-after')).toBe('5');
  });

  it('return fee rates, and scores once blocks have arrived, also after a restart', async () => {
    const clock = { now: Math.floor(Date.now() / 1000) };
    const stored = join(directory, 'taken-over');
    const { forecasting, source } = await takeOverForecasts(context(), clock, stored);
    await forecasting.step(source);
    const forecast = await explorer.get<FeeForecast>(forecastPath);
    expect(forecast).toMatchObject({ time: clock.now, height: blocksBefore, minFeeRate: 1, measuredSeconds: 7_200 });
    expect(forecast.targets.map(({ blocks }) => blocks)).toEqual([1, 2, 3, 6, 12, 24, 72, 144]);
    const [next, second] = forecast.targets;
    expect(next!.rates.map(({ probability }) => probability)).toEqual([50, 80, 95]);
    for (const { rate } of next!.rates) expect(rate).toBeGreaterThan(9.75);
    for (const { rate } of second!.rates) expect(rate).toBe(1);

    // the mempool of the simulated node is small: both blocks have room for everything
    devnode.commands.mine(2);
    await isAt(blocksBefore + 2);
    await forecasting.step(source);
    clock.now += 10;
    await forecasting.step(source);
    const again = await takeOverForecasts(context(), clock, stored);
    await again.forecasting.step(again.source);
    const { windows } = await explorer.get<FeeCalibration>(calibrationPath);
    expect(windows.map(({ window }) => window)).toEqual(['24h', '7d', '30d']);
    const scores = windows[0]!.targets.map((target) => target.scores);
    expect(scores[0]![0]).toEqual({
      probability: 50,
      scored: 1,
      right: 1,
      share: 1,
      atMinimum: 0,
      rightAtMinimum: 0,
      overpayment: next!.rates[0]!.rate,
    });
    expect(scores[1]![2]).toEqual({
      probability: 95,
      scored: 1,
      right: 1,
      share: 1,
      atMinimum: 1,
      rightAtMinimum: 1,
      overpayment: 1,
    });
    expect(scores[2]![0]).toEqual({ probability: 50, scored: 0, right: 0, atMinimum: 0, rightAtMinimum: 0 });
  });
});

describe('forecast source', () => {
  it('returns blocks of the chain, and their entry rates', async () => {
    const { source } = await takeOverForecasts(context(), { now: 0 });
    const tip = (await source.tip())!;
    const hash = await explorer.get<string>(`/api/block-height/${tip.height}`);
    expect(tip).toEqual({
      height: blocksBefore + 2,
      id: hashFromDisplay(hash).slice(0, 8),
      time: (await explorer.get<{ timestamp: number }>(`/api/block/${hash}`)).timestamp,
    });
    expect(await source.blockAt(tip.height)).toEqual(tip);
    expect(await source.blockAt(tip.height + 1)).toBeUndefined();
    // the block has space for the others
    expect(await source.entryRate(tip, 0)).toBe(0);
    // the mempool was larger than the block: its lowest fee rate counts
    const [cheapest] = (await explorer.get<{ extras: { feeRange: number[] } }>(`/api/v1/block/${hash}`)).extras
      .feeRange;
    expect(await source.entryRate(tip, 100_000_000)).toBeGreaterThanOrEqual(cheapest!);
    expect(await source.entryRate({ ...tip, id: new Uint8Array(8) }, 0)).toBeUndefined();
  });

  it('finds the packages of a block once, for the block routes too', async () => {
    const { bodies } = context();
    // a block whose forecast was not scored by an earlier test
    const height = blocksBefore - 5;
    const hash = await explorer.get<string>(`/api/block-height/${height}`);
    await familiesOf(hash, await bodies.body(hashFromDisplay(hash)));
    const unread: Body = {
      ...(await bodies.body(hashFromDisplay(hash))),
      tx: () => expect.unreachable('the packages of the block are found again'),
    };
    const source = forecastSourceOf(
      Object.assign(Object.create(context()) as NetworkContext, { bodies: { ...bodies, body: async () => unread } }),
      async () => undefined,
    );
    expect(await source.entryRate((await source.blockAt(height))!, 0)).toBe(0);
  });
});
