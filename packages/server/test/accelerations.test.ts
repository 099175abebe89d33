import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

const ids = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
const waiting = (txid: string, feeDelta = 9_000) => ({
  txid,
  added: 1_700_000_000,
  effectiveVsize: 200,
  effectiveFee: 400,
  feeDelta,
  pools: [111, 36],
});
const mined = (txid: string, blockHeight: number) => ({
  txid,
  status: 'completed',
  added: 1_700_000_000,
  lastUpdated: 1_700_000_600,
  effectiveFee: 400,
  effectiveVsize: 200,
  feeDelta: 9_000,
  bidBoost: 5_000,
  blockHash: '00'.repeat(32),
  blockHeight,
  pools: [111],
  minedByPoolUniqueId: 111,
});

let directory: string;
let source: Server;
let devnode: Devnode;
let explorer: TestExplorer;
const asked: string[] = [];
let active = [waiting(ids[0]!)];
let isAway = false;

function answer(url: URL): { body: unknown; headers?: Record<string, string> } | undefined {
  const [path, query] = [url.pathname.replace('/services/accelerator/accelerations', ''), url.searchParams];
  if (path === '') return { body: active };
  if (path === '/stats') {
    return {
      body: {
        totalRequested: 9,
        totalCompleted: 4,
        totalBidBoost: query.has('poolUniqueId') ? 0 : 12_345,
        totalVsize: 800,
      },
    };
  }
  if (path === '/history/aggregated') {
    return {
      body: [{ timestamp: 1_700_000_000, sumBidBoost: 7, avgHeight: 820_000 }],
      headers: { 'x-oldest-accel': '1690000000' },
    };
  }
  if (path !== '/history') return undefined;
  const page = Number(query.get('page') ?? 1);
  const all = Array.from({ length: 60 }, (_, place) => mined(place.toString(16).padStart(64, '0'), 820_000 + place));
  return { body: all.slice(50 * (page - 1), 50 * page), headers: { 'x-total-count': '60' } };
}

/** Only mainnet has accelerations: its node has no peers. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-accelerations-'));
  source = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://source');
    asked.push(url.pathname + url.search);
    const found = isAway ? undefined : answer(url);
    response.writeHead(found === undefined ? 503 : 200, { 'content-type': 'application/json', ...found?.headers });
    response.end(JSON.stringify(found?.body ?? {}));
  }).listen(0, '127.0.0.1');
  await once(source, 'listening');
  devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 3, mempoolSize: 1 });
  const config = join(directory, 'glassblock.json');
  const networks = [
    { name: 'mainnet', node: 'http://127.0.0.1:9' },
    { name: 'regtest', node: devnode.rpcUrl },
  ];
  const accelerationSource = `http://127.0.0.1:${(source.address() as AddressInfo).port}/services/`;
  await writeFile(config, JSON.stringify({ networks, accelerationSource }));
  explorer = await startTestExplorer({ config, dataDir: join(directory, 'data') });
  await explorer.until<unknown[]>('/api/v1/accelerations', (list) => list.length === 1);
});
afterAll(async () => {
  await explorer?.stop();
  await devnode?.stop();
  source?.close();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const get = <T>(path: string) => explorer.get<T>(`/api/v1${path}`);
const foundry = { id: 111, slug: 'foundryusa', name: 'Foundry USA' };

describe('accelerations', () => {
  it('GET /accelerations returns the accelerations of the source', async () => {
    expect(await get('/accelerations')).toEqual([waiting(ids[0]!)]);
    expect(await get('/services/accelerator/accelerations')).toEqual([waiting(ids[0]!)]);
  });

  it('lists mined accelerations over all pages, newest first', async () => {
    const list = await get<{ height: number }[]>('/accelerations/recent/1w');
    expect(list).toHaveLength(60);
    expect(list[0]).toEqual({
      txid: (59).toString(16).padStart(64, '0'),
      height: 820_059,
      added: 1_700_000_000,
      pool: foundry,
      effective_vsize: 200,
      effective_fee: 400,
      boost_rate: 27,
      boost_cost: 5_000,
    });
    const query = (page: number) =>
      `/services/accelerator/accelerations/history?status=completed%2Ccompleted_provisional&timeframe=1w&page=${page}&pageLength=50`;
    expect(asked).toContain(query(1));
    expect(asked).toContain(query(2));
    expect(asked).not.toContain(query(3));
    expect(await get('/accelerations/interval/1w')).toEqual(list);
    // any other text means a month
    await get('/accelerations/interval');
    await get('/accelerations/recent/9y');
    expect(asked.filter((url) => url.includes('timeframe=1m&page=1&'))).toHaveLength(1);
  });

  it('filters by mining pool and block', async () => {
    await get('/accelerations/pool/FoundryUSA');
    expect(asked.some((url) => /minedByPoolUniqueId=111&page=1/.test(url))).toBe(true);
    await get('/accelerations/block/820000');
    expect(asked.some((url) => /blockHeight=820000/.test(url))).toBe(true);
  });

  it('returns totals', async () => {
    expect(await get('/accelerations/total')).toEqual({ cost: '12345', count: 4 });
    expect(await get('/accelerations/total?pool=foundryusa&interval=1m')).toEqual({ cost: 0, count: 4 });
    expect(await get('/services/accelerator/accelerations/stats?timeframe=3d')).toMatchObject({ totalVsize: 800 });
    const sums = await explorer.status('/api/v1/services/accelerator/accelerations/history/aggregated?timeframe=1y');
    expect(sums.headers.get('x-oldest-accel')).toBe('1690000000');
    expect(JSON.parse(sums.text)).toHaveLength(1);
    const history = await explorer.status('/api/v1/services/accelerator/accelerations/history?page=2&pageLength=50');
    expect(history.headers.get('x-total-count')).toBe('60');
    expect(JSON.parse(history.text)).toHaveLength(10);
  });

  it('sends changes to every socket, and the list on request', async () => {
    const socket = await explorer.socket();
    socket.send({ 'track-accelerations': true });
    const first = await socket.next((frame) => frame.accelerations !== undefined);
    expect(first.accelerations).toEqual({ accelerations: [waiting(ids[0]!)] });
    const plain = await explorer.socket();
    plain.send({ action: 'ping' });
    await plain.next(({ pong }) => pong === true);
    active = [waiting(ids[0]!, 10_000), waiting(ids[1]!)];
    expect(await explorer.post(`/api/v1/acceleration/request/${ids[1]}`, '')).toMatchObject({ status: 200, text: '' });
    for (const one of [socket, plain]) {
      const { accelerations } = await one.next((frame) => frame.accelerations !== undefined);
      expect(accelerations).toEqual({ added: active, removed: [] });
    }
    active = [waiting(ids[1]!)];
    await explorer.post(`/api/v1/acceleration/request/${ids[1]}`, '');
    const { accelerations } = await plain.next((frame) => frame.accelerations !== undefined);
    expect(accelerations).toEqual({ added: [], removed: [ids[0]] });
    socket.close();
    plain.close();
  });

  it('sends the whole list to other servers, at once and with each change', async () => {
    const path = '/api/v1/services/accelerator/ws';
    const url = `${explorer.url.replace('http', 'ws')}${path}`;
    const socket = new WebSocket(url);
    const frames: unknown[] = [];
    socket.on('message', (text) => frames.push(JSON.parse(String(text))));
    await once(socket, 'open');
    socket.send(JSON.stringify({ action: 'want', data: ['stats'], 'watch-accelerations': true }));
    await expect.poll(() => frames.length).toBe(1);
    active = [waiting(ids[1]!), waiting(ids[2]!)];
    await explorer.post(`/api/v1/acceleration/request/${ids[1]}`, '');
    await expect.poll(() => frames.length).toBe(2);
    socket.send(JSON.stringify({ 'watch-accelerations': false }));
    socket.ping();
    await once(socket, 'pong');
    active = [waiting(ids[1]!)];
    await explorer.post(`/api/v1/acceleration/request/${ids[1]}`, '');
    socket.send(JSON.stringify({ 'watch-accelerations': true }));
    await expect.poll(() => frames.length).toBe(3);
    expect(frames).toEqual([
      { accelerations: [waiting(ids[1]!)] },
      { accelerations: [waiting(ids[1]!), waiting(ids[2]!)] },
      { accelerations: [waiting(ids[1]!)] },
    ]);
    socket.close();
    expect((await explorer.status(path)).status).toBe(426);
    const [refused] = (await once(new WebSocket(url.replace('/api', '/regtest/api')), 'error')) as [Error];
    expect(refused.message).toBe('Unexpected server response: 404');
  });

  it.each([
    ['/accelerations/pool/missing', 'Failed to get accelerations by pool'],
    ['/accelerations/block/-1', 'Failed to get accelerations by height'],
    ['/accelerations/total?pool=missing', 'Failed to get acceleration totals'],
  ])('%s fails with the error text of mempool.space', async (path, words) => {
    const { status, text } = await explorer.status(`/api/v1${path}`);
    expect(status).toBe(500);
    expect(text).toContain(words);
  });

  it('preserves the list while the source is unavailable', async () => {
    isAway = true;
    const request = await explorer.post(`/api/v1/acceleration/request/${ids[1]}`, '');
    expect(request.status).toBe(500);
    expect(request.text).toContain('Failed to request acceleration');
    expect((await explorer.status('/api/v1/accelerations/recent/3d')).text).toContain(
      'Failed to get recent accelerations',
    );
    expect(await get('/accelerations')).toEqual([waiting(ids[1]!)]);
    isAway = false;
  });

  it('returns errors on other networks', async () => {
    for (const path of ['accelerations', 'accelerations/total', 'services/accelerator/accelerations/stats']) {
      const { status, text } = await explorer.status(`/regtest/api/v1/${path}`);
      expect(status).toBe(400);
      expect(text).toContain('Acceleration data is not available.');
    }
  });
});

it('has empty lists of the about page without a source, and no images', async () => {
  expect(await explorer.get('/api/v1/services/sponsors')).toEqual({ whales: [], chads: [] });
  expect(await explorer.get('/api/v1/translators')).toEqual({});
  for (const list of ['donations', 'contributors']) expect(await explorer.get(`/api/v1/${list}`)).toEqual([]);
  for (const [path, status] of [
    ['donations/images/alice', 404],
    ['services/account/images/alice/abc', 404],
    ['services/account/images/a%2Fb', 400],
    ['contributors/images/..%2Fcontributors', 400],
    ['translators/images/a%00b', 400],
  ] as const)
    expect((await explorer.status(`/api/v1/${path}`)).status, path).toBe(status);
});
