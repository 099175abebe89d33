import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fate, MempoolAt, NetworkState, RbfHistory } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsUntil as readEventsUntil, type SentEvent } from './support/event-stream.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let node: RealNode;
let explorer: TestExplorer;
let directory: string;

const start = async () => {
  explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
  await settled();
};
async function settled(): Promise<void> {
  const height = await node.client.rpc('getblockcount');
  const info = fieldsOf(await node.client.rpc('getmempoolinfo'), 'getmempoolinfo');
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    (state) =>
      state.index.height === height &&
      state.index.synced &&
      state.mempool.synced &&
      state.mempool.count === info['size'],
  );
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-journal-'));
  node = await startRealNode();
  await node.mine(110);
  await start();
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

const eventsUntil = (query: string, lastId: string | undefined, test: (event: SentEvent) => boolean) =>
  readEventsUntil(`${explorer.url}/api/glass/v1/events${query}`, lastId, test);

it('streams events, and a reconnecting client misses nothing', async () => {
  const before = explorer.contexts.get('regtest')!.journal.position;
  const txid = await node.pay(await node.newAddress(), 0.1);
  const isAdded = ({ event, data }: SentEvent) => event === 'tx-added' && data['txid'] === txid;
  const first = await eventsUntil('', before, isAdded);
  expect(first.at(-1)).toMatchObject({ data: { type: 'tx-added', txid, weight: expect.any(Number) } });
  const [hash] = await node.mine(1);
  const isBlock = ({ event, data }: SentEvent) => event === 'block-connected' && data['hash'] === hash;
  const second = await eventsUntil('', first.at(-1)!.id, isBlock);
  expect(second.filter(isAdded)).toEqual([]);
  const again = await eventsUntil('?kinds=block-connected', before, isBlock);
  expect(again.map(({ event }) => event)).toEqual(['block-connected']);
  expect(again.at(-1)).toEqual(second.at(-1));
  const ids = [...first, ...second].map(({ id }) => Number(id.split('-')[1]));
  expect(ids).toEqual(ids.map((_, i) => ids[0]! + i));
  for (const bad of ['x', '12', `${before.split('-')[0]}-99999999`]) {
    expect(await explorer.status(`/api/glass/v1/events?after=${bad}`)).toMatchObject({
      status: 400,
      text: '{"error":"Invalid event id"}',
    });
  }
  const stale = await eventsUntil('?after=5-5', undefined, () => true);
  expect(stale).toMatchObject([{ event: 'gap' }]);
});

it('returns the history of a transaction, also after a restart, which reports nothing twice', async () => {
  const stored = await node.pay(await node.newAddress(), 0.2, { feeRate: 2 });
  const mined = await node.pay(await node.newAddress(), 0.3, { feeRate: 50 });
  const old = await node.pay(await node.newAddress(), 0.1, { feeRate: 2 });
  const oldRaw = await node.client.rpc('getrawtransaction', old);
  await settled();
  const newest = String(fieldsOf(await node.client.rpc('bumpfee', old), 'bumpfee')['txid']);
  // the removal is visible before its reason is stored
  await explorer.until<Fate>(`/api/glass/v1/tx/${old}/fate`, ({ now, events }) => now === 'gone' && events.length > 1);
  expect(await explorer.get<Fate>(`/api/glass/v1/tx/${old}/fate`)).toMatchObject({
    now: 'gone',
    raw: oldRaw,
    events: [
      { type: 'tx-added', txid: old },
      { type: 'tx-removed', reason: 'replaced', by: newest, certain: true },
    ],
  });
  await settled();
  const before = explorer.contexts.get('regtest')!.journal.position;
  await explorer.stop();
  const raw = await node.client.rpc('getrawtransaction', mined);
  const miner = await node.newAddress();
  const made = fieldsOf(await node.client.rpc('generateblock', miner, [raw]), 'generateblock');
  await start();
  const isMined = ({ event, data }: SentEvent) => event === 'tx-removed' && data['txid'] === mined;
  const events = await eventsUntil('', before, isMined);
  expect(events.every(({ id }) => id.split('-')[0] === before.split('-')[0])).toBe(true);
  expect(events.filter(({ event }) => event === 'tx-added')).toEqual([]);
  expect(events.map(({ event, data }) => [event, data['hash'] ?? data['txid']])).toEqual([
    ['block-connected', made['hash']],
    ['tx-removed', mined],
  ]);
  expect(events.at(-1)!.data).toMatchObject({ reason: 'mined', certain: true });
  expect(await explorer.get<Fate>(`/api/glass/v1/tx/${mined}/fate`)).toMatchObject({
    now: 'chain',
    status: { confirmed: true, block_hash: made['hash'] },
    events: [{ type: 'tx-added' }, { type: 'tx-removed', reason: 'mined' }],
  });
  expect(await explorer.get<Fate>(`/api/glass/v1/tx/${stored}/fate`)).toMatchObject({
    now: 'pool',
    events: [{ type: 'tx-added' }],
  });
  expect((await explorer.status(`/api/glass/v1/tx/${'ab'.repeat(32)}/fate`)).status).toBe(404);
  expect(explorer.faults).toEqual([]);
});

it('preserves raw bytes and replacement trees over a restart', async () => {
  const old = await node.pay(await node.newAddress(), 0.1, { feeRate: 2 });
  const raw = await node.client.rpc('getrawtransaction', old);
  await settled();
  const newest = String(fieldsOf(await node.client.rpc('bumpfee', old), 'bumpfee')['txid']);
  // the removal is visible before its reason is stored
  await explorer.until<Fate>(`/api/glass/v1/tx/${old}/fate`, ({ now, events }) => now === 'gone' && events.length > 1);
  await explorer.stop();
  await node.mine(1);
  await start();
  expect(await explorer.get<Fate>(`/api/glass/v1/tx/${old}/fate`)).toMatchObject({ now: 'gone', raw });
  const { replacements } = await explorer.until<RbfHistory>(
    `/api/v1/tx/${old}/rbf`,
    (history) => history.replacements?.mined === true,
  );
  expect(replacements).toMatchObject({ tx: { txid: newest }, replaces: [{ tx: { txid: old } }] });
});

it('returns a gap to a client when more blocks were mined during a stop than are recorded afterwards', async () => {
  const before = explorer.contexts.get('regtest')!.journal.position;
  await explorer.stop();
  await node.mine(310);
  await start();
  const [hash] = await node.mine(1);
  const isNewest = ({ data }: SentEvent) => data['hash'] === hash;
  const events = await eventsUntil('', before, (event) => event.event === 'gap' || isNewest(event));
  expect(events).toMatchObject([{ event: 'gap' }]);
  expect(events[0]!.id.split('-')[0]).not.toBe(before.split('-')[0]);
  expect(explorer.faults).toEqual([]);
});

it('returns the mempool at a minute', async () => {
  const { summaries, frame } = explorer.contexts.get('regtest')!;
  // after the end of the current minute
  const time = Math.floor(Date.now() / 1000) + 3_600;
  const { info, blocks } = frame();
  await summaries.add({ time, height: 7, info: info!, blocks, vBytesPerSecond: 12, vsizes: [0, 300] });
  const at = await explorer.get<MempoolAt>(`/api/glass/v1/mempool/at/${time + 59}`);
  expect(at).toMatchObject({ time, height: 7, mempoolInfo: info, 'mempool-blocks': blocks, vBytesPerSecond: 12 });
  expect(at.bands.slice(0, 3)).toEqual([
    { feerate: 0, vsize: 0 },
    { feerate: 1, vsize: 300 },
    { feerate: 2, vsize: 0 },
  ]);
  expect(await explorer.status(`/api/glass/v1/mempool/at/${time - 1}`)).toMatchObject({ status: 404 });
  for (const bad of ['x', '-1', '1e9', '9'.repeat(13)]) {
    expect(await explorer.status(`/api/glass/v1/mempool/at/${bad}`)).toMatchObject({
      status: 400,
      text: '{"error":"Invalid time"}',
    });
  }
  const socket = await explorer.socket();
  socket.send({ historicalDate: time + 30 });
  const then = await socket.next((seen) => 'historicalDate' in seen);
  expect(then).toMatchObject({ historicalDate: time + 30, 'mempool-blocks': blocks, mempoolInfo: info });
});
