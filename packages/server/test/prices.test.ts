import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversions, HistoricalPrice, InitData } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let directory: string;
let devnode: Devnode;
let explorer: TestExplorer;
const now = Math.floor(Date.now() / 1_000);
const hourAgo = now - 3_600;
const lines = [
  'time,USD,EUR,GBP,JPY',
  '1300000000,0.9,,,',
  '1500000000,2500,2200,,280000',
  `${hourAgo},60000,55000,48000,`,
];

/** Prices exist on mainnet only: its node has no peers. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-prices-'));
  await writeFile(join(directory, 'own.csv'), lines.join('\n'));
  devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 3, mempoolSize: 1 });
  const config = join(directory, 'glassblock.json');
  const networks = [
    { name: 'mainnet', node: 'http://127.0.0.1:9' },
    { name: 'regtest', node: devnode.rpcUrl },
  ];
  await writeFile(config, JSON.stringify({ networks, prices: { file: join(directory, 'own.csv') } }));
  explorer = await startTestExplorer({ config, dataDir: join(directory, 'data') });
});
afterAll(async () => {
  await explorer?.stop();
  await devnode?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const history = (query: string) => explorer.get<NonNullable<HistoricalPrice>>(`/api/v1/historical-price${query}`);

describe('prices', () => {
  it('are part of the start object', async () => {
    const prices = { time: hourAgo, USD: 60_000, EUR: 55_000, GBP: 48_000, CAD: -1, CHF: -1, AUD: -1, JPY: -1 };
    expect(await explorer.get('/api/v1/prices')).toEqual(prices);
    expect((await explorer.get<InitData>('/api/v1/init-data')).conversions).toEqual(prices);
  });

  it('history is complete, newest first, with exchange rates', async () => {
    const { prices, exchangeRates } = await history('');
    expect(prices.map(({ time }) => time)).toEqual([hourAgo, 1_500_000_000, 1_300_000_000]);
    expect(prices[1]).toEqual({
      time: 1_500_000_000,
      USD: 2_500,
      EUR: 2_200,
      GBP: -1,
      CAD: -1,
      CHF: -1,
      AUD: -1,
      JPY: 280_000,
    });
    expect(exchangeRates).toEqual({ USDEUR: 0.9167, USDGBP: 0.8, USDCAD: 0, USDCHF: 0, USDAUD: 0, USDJPY: 0 });
  });

  it.each([
    ['?timestamp=1500000000&currency=EUR', { time: 1_500_000_000, EUR: 2_200, USD: 2_500 }],
    ['?timestamp=1599999999&currency=USD', { time: 1_500_000_000, USD: 2_500 }],
    ['?timestamp=1499999999&currency=JPY', { time: 1_300_000_000, JPY: -1, USD: 0.9 }],
    ['?timestamp=1299999999&currency=EUR', { time: 1_279_497_600, EUR: 0, USD: 0 }],
  ])('at a time are the last known ones: %s', async (query, row) => {
    expect((await history(query)).prices).toEqual([row]);
  });

  it('in one currency include US dollars', async () => {
    const { prices } = await history('?currency=GBP');
    expect(prices[0]).toEqual({ time: hourAgo, GBP: 48_000, USD: 60_000 });
    expect(prices).toHaveLength(3);
    expect(await history('?currency=DOGE')).toBeNull();
    expect(await history('?currency=__proto__')).toBeNull();
  });

  it.each(['', '-5', 'soon', '1e9', '9'.repeat(16)])('of the time "%s" are rejected', async (time) => {
    const answer = await explorer.status(`/api/v1/historical-price?timestamp=${time}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Parameter 'timestamp' must be a Unix time (integer)");
  });

  it('are sent to every socket on changes', async () => {
    const socket = await explorer.socket();
    socket.send({ action: 'ping' });
    await socket.next(({ pong }) => pong === true);
    const file = join(directory, 'own.csv');
    await writeFile(`${file}.new`, [...lines, `${now - 60},61000,,,`].join('\n'));
    await rename(`${file}.new`, file);
    const { conversions } = await socket.next((frame) => frame.conversions !== undefined);
    expect(conversions).toMatchObject({ time: now - 60, USD: 61_000, EUR: -1 });
    socket.close();
    expect(await explorer.get<Conversions>('/api/v1/prices')).toEqual(conversions);
  });

  it('are absent on test networks', async () => {
    const prices = await explorer.get<Conversions>('/regtest/api/v1/prices');
    expect(prices).toMatchObject({ USD: -1, EUR: -1, GBP: -1, CAD: -1, CHF: -1, AUD: -1, JPY: -1 });
    const answer = await explorer.status('/regtest/api/v1/historical-price');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Prices are not available on testnets.');
    expect((await explorer.get<InitData>('/regtest/api/v1/init-data')).conversions).toMatchObject({ USD: -1, EUR: -1 });
  });
});
