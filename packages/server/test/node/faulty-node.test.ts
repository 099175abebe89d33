// Takes about 40 s beside other tests: nodes of several versions fail, and retries have pauses of seconds.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo, BlockExt, NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let devnode: Devnode | undefined;
let explorer: TestExplorer | undefined;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-faults-'));
});
afterEach(async () => {
  await explorer?.stop();
  await devnode?.stop();
  await rm(directory, { recursive: true, force: true });
});

type Profile = Parameters<typeof createDevnode>[0]['profile'];
const small = (profile: Profile) => createDevnode({ profile, seed: 3, live: false, blocks: 25, mempoolSize: 120 });
const begin = async (node: Devnode) => {
  devnode = node;
  explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo', dataDir: directory });
  return explorer;
};
const isSettled = ({ index, mempool, node }: NetworkState) =>
  index.height !== null && index.height === index.nodeHeight && mempool.synced && node.state === 'ready';
const state = (test: (state: NetworkState) => boolean) => explorer!.until<NetworkState>('/api/glass/v1/state', test);

describe('nodes of every profile', () => {
  it.each(['core28', 'core30', 'core31', 'knots29'] as const)(
    '%s is followed, and its missing features are reported',
    async (profile) => {
      const { get } = await begin(await small(profile));
      const { node, index, mempool } = await state((now) => isSettled(now) && now.index.height === 25);
      expect(index.height).toBe(25);
      expect(mempool.count).toBe(120);
      const lacks = node.advice.join(' ');
      expect(/spent outputs/.test(lacks)).toBe(profile === 'core28');
      expect(/parts of blocks/.test(lacks)).toBe(profile !== 'core31');
      const [tip] = await get<BlockExt[]>('/api/v1/blocks');
      expect(tip?.extras.totalFees).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('a failing node', () => {
  it('is reported during warm-up, and followed once ready', async () => {
    const node = await small('core31');
    node.commands.warmingUp(true);
    await begin(node);
    expect((await state((now) => now.node.state === 'warming-up')).node.sentence).toMatch(/^The node is starting/);
    expect((await explorer!.status('/api/v1/fees/recommended')).status).toBe(503);
    expect((await explorer!.status('/api/v1/difficulty-adjustment')).status).toBe(503);
    const ready = await explorer!.status('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.text).toContain('"reasons":{"demo":["The node is starting');
    node.commands.warmingUp(false);
    await state(isSettled);
  });

  it('on another chain, or rejecting the credentials, is reported and not shown as valid', async () => {
    devnode = await small('core31');
    explorer = await startTestExplorer({
      node: devnode.rpcUrl.replace(/\/\/.*@/, '//x:y@'),
      network: 'demo',
      dataDir: directory,
    });
    expect((await state((now) => now.node.state === 'bad-credentials')).node.sentence).toMatch(/rejects/);
    await explorer.stop();
    explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'regtest', dataDir: directory });
    expect((await state((now) => now.node.state === 'wrong-network')).node.sentence).toMatch(/"demo".*Regtest/);
    await explorer.until<NetworkState>('/api/glass/v1/state', (now) => now.node.state === 'wrong-network');
    expect(await explorer.status('/api/blocks/tip/height')).toMatchObject({
      status: 503,
      text: 'The index is still being built',
    });
    expect(await explorer.get<NetworkState>('/api/glass/v1/state')).toMatchObject({
      index: { height: null },
      mempool: { count: 0 },
    });
    await explorer.stop();
    explorer = undefined;
  });

  it('with wrong answers for some time: nothing wrong is indexed, and the final state is correct', async () => {
    const node = await small('core31');
    const { get } = await begin(node);
    await state(isSettled);
    for (const kind of ['bad-json', 'other-block', 'truncated'] as const) {
      node.commands.wrongAnswers(kind);
      node.commands.mine(1);
      await explorer!.until('/api/glass/v1/state', () => true);
      node.commands.wrongAnswers(undefined);
    }
    await state((now) => isSettled(now) && now.index.height === 28);
    for (let height = 0; height <= 28; height++) {
      const hash = await get<string>(`/api/block-height/${height}`);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect((await explorer!.status(`/api/block/${hash}/txids`)).status).toBe(200);
    }
  });

  it('that does not respond never blocks known data', async () => {
    const node = await small('core31');
    await begin(node);
    await state(isSettled);
    node.commands.stall();
    const began = performance.now();
    expect((await explorer!.status('/api/v1/init-data')).status).toBe(200);
    expect((await explorer!.status('/api/blocks')).status).toBe(200);
    expect((await explorer!.status('/api/mempool')).status).toBe(200);
    // the timeout of the node is half a minute
    expect(performance.now() - began).toBeLessThan(20_000);
    node.commands.resume();
    node.commands.mine(1);
    await state((now) => isSettled(now) && now.index.height === 26);
  });

  it('with a deep reorg: every table follows', async () => {
    const node = await small('core30');
    const { get } = await begin(node);
    await state(isSettled);
    const stale = await get<string>('/api/block-height/20');
    node.commands.reorg(10, { length: 12 });
    await state((now) => isSettled(now) && now.index.height === 27);
    expect(await get<string>('/api/block-height/20')).not.toBe(stale);
    expect(await get<BlockExt>(`/api/v1/block/${stale}`)).toMatchObject({ stale: true });
  });

  it('with evictions and conflicts: trackers report the reason, balances follow', async () => {
    const node = await small('core31');
    const { get } = await begin(node);
    await state(isSettled);
    node.commands.tx('gift').pays('p2wpkh', 70_000).feeRate(30).add();
    const txid = node.commands.txid('gift');
    const { vout } = await explorer!.until<{ vout: { scriptpubkey_address: string }[] }>(
      `/api/tx/${txid}`,
      (tx) => typeof tx === 'object',
    );
    const address = vout[0]!.scriptpubkey_address;
    const socket = await explorer!.socket();
    socket.send({ 'track-address': address });
    socket.send({ action: 'ping' });
    await socket.next((frame) => frame.pong === true);
    const before = await get<AddressInfo>(`/api/address/${address}`);
    expect(before.mempool_stats.funded_txo_sum).toBeGreaterThanOrEqual(70_000);
    node.commands.evict(txid);
    const removed = await socket.next((frame) => frame['address-removed-transactions'] !== undefined);
    expect(removed['address-removed-transactions']?.map((tx) => tx.txid)).toEqual([txid]);
    await explorer!.until<AddressInfo>(
      `/api/address/${address}`,
      (info) => info.mempool_stats.tx_count === before.mempool_stats.tx_count - 1,
    );
    expect((await explorer!.status(`/api/tx/${txid}`)).status).toBe(404);
    socket.close();
  });
});
