import { addressOf, networks } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLiveWorld, type FakeSocket, type LiveWorld, mempoolTx, scriptOf } from '../support/live-world.ts';

let world: LiveWorld;
beforeEach(() => {
  world = createLiveWorld();
});
afterEach(() => {
  world.hub.close();
  expect(world.faults).toEqual([]);
});

const addressOfWord = (word: string) => addressOf(scriptOf(word), networks.regtest)!;

async function crowd(count: number, messageOf: (i: number) => object): Promise<FakeSocket[]> {
  const sockets = Array.from({ length: count }, () => world.connect());
  await Promise.all(sockets.map((socket, i) => socket.ask(messageOf(i))));
  for (const socket of sockets) socket.sent.length = 0;
  return sockets;
}

const buffers = (sockets: readonly FakeSocket[]) => new Set(sockets.map(({ sent }) => sent[0]));

it('serializes a projection once per combination of feeds, not per client', async () => {
  const combinations = [['stats'], ['mempool-blocks'], ['stats', 'mempool-blocks'], ['tomahawk', 'stats']];
  const sockets = await crowd(2_000, (i) => ({ action: 'want', data: combinations[i % combinations.length] }));
  world.project();
  await Promise.all(sockets.map((socket) => socket.next(() => true)));
  await world.published();
  expect(sockets.every(({ sent }) => sent.length === 1)).toBe(true);
  expect(buffers(sockets).size).toBe(combinations.length);
});

it('subscribers of one address share the same bytes; subscribers of another one receive nothing', async () => {
  const fans = await crowd(300, () => ({ 'track-address': addressOfWord('popular') }));
  const others = await crowd(300, (i) => ({ 'track-address': addressOfWord(`other ${i}`) }));
  const asked = world.mempool.asked.get('entries') ?? 0;
  world.add(mempoolTx({ pays: ['popular'] }));
  await world.published();
  expect(buffers(fans).size).toBe(1);
  expect(others.some(({ sent }) => sent.length > 0)).toBe(false);
  expect(world.mempool.asked.get('entries') ?? 0).toBe(asked);
});

it('entries come with the event: no call to the mempool, however many subscribers', async () => {
  await crowd(50, () => ({ action: 'want', data: ['mempool-blocks'] }));
  world.add(mempoolTx({}));
  await world.published();
  expect(world.mempool.asked).toEqual(new Map());
  const sockets = await crowd(50, (i) => ({ 'track-address': addressOfWord(`a ${i}`) }));
  const asked = new Map(world.mempool.asked);
  expect(asked.get('attachEntries')).toBe(1);
  world.add(...Array.from({ length: 400 }, (_, i) => mempoolTx({ pays: [`a ${i % 50}`] })));
  await world.published();
  expect(sockets.every(({ frames }) => frames[0]?.['address-transactions']?.length === 8)).toBe(true);
  expect(world.mempool.asked).toEqual(asked);
});

it('requests entries that did not come with the event, in batches', async () => {
  const [socket] = await crowd(1, () => ({ 'track-address': addressOfWord('alice') }));
  const asked = world.mempool.asked.get('entries') ?? 0;
  world.mempool.attached = false;
  world.add(...Array.from({ length: 501 }, () => mempoolTx({ pays: ['alice'] })));
  await world.published();
  expect(socket?.frames.flatMap((frame) => frame['address-transactions'] ?? []).length).toBe(501);
  expect(world.mempool.asked.get('entries')).toBe(asked + 2);
});

it('entries are attached from the first session that needs them until the last one leaves', async () => {
  const [stats, tracker] = [...(await crowd(1, () => ({ action: 'want', data: ['stats'] }))), world.connect()];
  await tracker!.ask({ 'track-address': addressOfWord('alice') });
  expect(world.mempool).toMatchObject({ attached: true });
  tracker!.terminate();
  expect(world.mempool).toMatchObject({ attached: true });
  stats!.terminate();
  expect(world.mempool).toMatchObject({ attached: false });
  expect(world.mempool.asked.get('attachEntries')).toBe(2);
});

it('address updates do not wait for the list of newest transactions', async () => {
  const sockets = await crowd(3_000, () => ({ action: 'want', data: ['stats'] }));
  const [fan] = await crowd(1, () => ({ 'track-address': addressOfWord('alice') }));
  world.add(mempoolTx({}));
  await sockets[0]!.next((frame) => frame.transactions !== undefined);
  world.add(mempoolTx({ pays: ['alice'] }));
  await fan!.next((frame) => frame['address-transactions'] !== undefined);
  expect(sockets.at(-1)!.sent.length).toBe(0);
  await sockets.at(-1)!.next((frame) => frame.transactions !== undefined);
});

it('a projection supersedes the list of newest transactions in progress', async () => {
  const sockets = await crowd(3_000, () => ({ action: 'want', data: ['stats'] }));
  world.add(mempoolTx({}));
  await sockets[0]!.next((frame) => frame.transactions !== undefined);
  world.project();
  await Promise.all(sockets.map((socket) => socket.next((frame) => frame.transactions?.length === 0)));
  const last = sockets.map(({ frames }) => frames.at(-1)!);
  expect(last.every((frame) => frame.transactions?.length === 0)).toBe(true);
  expect(sockets.at(-1)!.sent.length).toBe(1);
});

it('does not present a transaction without subscribers', async () => {
  const [socket] = await crowd(1, () => ({ 'track-address': addressOfWord('alice') }));
  const unknownClient = mempoolTx({ pays: ['no subscriber'] });
  // presenting needs the fee rate; matching scripts does not
  let looks = 0;
  Object.defineProperty(unknownClient, 'effectiveRate', { get: () => ++looks });
  world.add(unknownClient);
  await world.published();
  expect({ looks, sent: socket?.sent.length }).toEqual({ looks: 0, sent: 0 });
});

it('presents a transaction once for many subscribers in different frames', async () => {
  await crowd(20, () => ({ 'track-address': addressOfWord('alice') }));
  await crowd(20, () => ({ 'track-addresses': [addressOfWord('alice'), addressOfWord('bob')] }));
  await crowd(20, () => ({ 'track-mempool': true }));
  const tx = mempoolTx({ pays: ['alice', 'bob'] });
  let looks = 0;
  Object.defineProperty(tx, 'effectiveRate', { get: () => ++looks });
  world.add(tx);
  world.project();
  await world.published();
  expect(looks).toBe(1);
});

it('looks up a tracked transaction once per projection', async () => {
  const txs = Array.from({ length: 10 }, () => mempoolTx({}));
  world.add(...txs);
  await crowd(100, (i) => ({ 'track-tx': txs[i % 10]?.txid }));
  await crowd(100, () => ({ 'track-txs': txs.map(({ txid }) => txid) }));
  world.project();
  await world.published();
  const asked = new Map(world.mempool.asked);
  world.project();
  await world.published();
  expect(world.mempool.asked.get('entries')).toBe((asked.get('entries') ?? 0) + 1);
  expect(world.mempool.asked.get('cluster')).toBe(asked.get('cluster'));
});

it('reconnecting clients share one mempool call', async () => {
  await crowd(500, () => ({ 'track-rbf': 'all', 'track-mempool-block': 0, action: 'want', data: ['stats'] }));
  expect(Object.fromEntries(world.mempool.asked)).toEqual({
    watchBlocks: 1,
    projectedBlock: 1,
    replacements: 1,
    attachEntries: 1,
  });
});

it('collects nothing without clients, and serves the next one like the first', async () => {
  const sockets = await crowd(100, (i) => ({
    'track-address': addressOfWord(`a ${i}`),
    'track-mempool': true,
    action: 'want',
    data: ['stats'],
  }));
  for (const socket of sockets) socket.terminate();
  expect(world.hub.connections).toBe(1);
  expect(world.mempool.attached).toBe(false);
  const asked = new Map(world.mempool.asked);
  world.add(mempoolTx({ pays: ['a 1'] }));
  world.project();
  await world.published();
  expect(new Map(world.mempool.asked)).toEqual(asked);
  const [late] = await crowd(1, () => ({ 'track-mempool-txids': true }));
  world.project();
  await world.published();
  expect(late?.frames[0]?.['mempool-txids']).toMatchObject({ sequence: 3, added: [] });
});

describe('with small caches', () => {
  beforeEach(() => {
    world.hub.close();
    // an entry is counted with 1,000 bytes and its transaction: two of them
    world = createLiveWorld({ cacheBytes: 2_600 });
  });

  it('requests announced entries that were evicted', async () => {
    const [socket] = await crowd(1, () => ({ 'track-address': addressOfWord('alice') }));
    const asked = world.mempool.asked.get('entries') ?? 0;
    world.add(...Array.from({ length: 5 }, () => mempoolTx({ pays: ['alice'] })));
    await world.published();
    expect(socket?.frames.flatMap((frame) => frame['address-transactions'] ?? []).length).toBe(5);
    expect(world.mempool.asked.get('entries')).toBe(asked + 1);
  });

  it('reports the removal of the newest transactions of an address only', async () => {
    const [socket] = await crowd(1, () => ({ 'track-address': addressOfWord('alice') }));
    const txs = Array.from({ length: 5 }, () => mempoolTx({ pays: ['alice'] }));
    world.add(...txs);
    await world.published();
    socket!.take();
    for (const { txid } of txs) world.remove(txid, 'evicted');
    await world.published();
    const removed = socket!.frames.flatMap((frame) => frame['address-removed-transactions'] ?? []);
    expect(removed.map(({ txid }) => txid)).toEqual(txs.slice(-2).map(({ txid }) => txid));
  });
});
