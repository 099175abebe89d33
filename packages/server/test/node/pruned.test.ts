import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo, BlockExt, InitData, NetworkState, Tx } from '@glassblock/contract';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: RealNode;
let explorer: TestExplorer;
let directory: string;
/** Was paid in a pruned block. */
let early: string;

beforeAll(async () => {
  node = await startRealNode({ flags: ['-prune=1', '-fastprune', '-blockfilterindex=1'] });
  await node.mine(110);
  early = await node.newAddress();
  await node.pay(early, 0.1);
  await node.mine(1_090);
  expect(await node.client.rpc('pruneblockchain', 900)).toBeGreaterThan(300);
  await node.pay(await node.newAddress(), 0.5);
  await node.mine(1);
  directory = await mkdtemp(join(tmpdir(), 'glassblock-pruned-'));
  const config = join(directory, 'config.json');
  await writeFile(config, JSON.stringify({ addressSearch: true }));
  explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory, config });
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

const pruned = /^The node is pruned: addresses and older transactions are not available$/;

it('is reported in one sentence, and recent blocks and their transactions are shown', async () => {
  const state = await explorer.until<NetworkState>('/api/glass/v1/state', ({ node: said }) =>
    /lacks/.test(said.sentence),
  );
  expect(state.node.sentence).toBe(
    'The node is pruned and lacks blocks that the index needs: addresses and older transactions are not available. Recent blocks and the mempool are shown.',
  );
  expect(state.addresses).toEqual({
    height: null,
    percent: 0,
    sentence:
      'The node has pruned blocks that the address book needs: only addresses of the mempool and of blocks read before are found.',
  });
  expect(await explorer.get('/api/blocks/tip/height')).toBe('1201');
  const init = await explorer.get<InitData>('/api/v1/init-data');
  expect(init.blocks!.map(({ height }) => height)).toEqual([1194, 1195, 1196, 1197, 1198, 1199, 1200, 1201]);
  // the epoch started in a pruned block: its header is available
  expect(init.da!.progressPercent).toBeCloseTo((1_201 / 2016) * 100);
  const [newest] = await explorer.get<BlockExt[]>('/api/v1/blocks');
  expect(newest).toMatchObject({ height: 1_201, tx_count: 2 });
  const txs = await explorer.get<Tx[]>(`/api/block/${newest!.id}/txs`);
  expect(txs).toHaveLength(2);
  expect(await explorer.get(`/api/tx/${txs[1]!.txid}`)).toEqual(txs[1]);
  expect(await explorer.get(`/api/tx/${txs[1]!.txid}/merkle-proof`)).toMatchObject({ block_height: 1_201, pos: 1 });
});

it('answers unknown data with an error', async () => {
  const hash = await node.client.rpc('getblockhash', 200);
  expect(await explorer.get('/api/block-height/200')).toBe(hash);
  expect(await explorer.status(`/api/block/${hash}/txs`)).toMatchObject({
    status: 503,
    text: expect.stringMatching(/no longer has this block/),
  });
  const unknown = '12'.repeat(32);
  for (const path of [
    `scripthash/${unknown}`,
    `scripthash/${unknown}/utxo`,
    `tx/${unknown}`,
    `tx/${unknown}/outspends`,
  ]) {
    expect(await explorer.status(`/api/${path}`), path).toMatchObject({
      status: 503,
      text: expect.stringMatching(pruned),
    });
  }
  const [newest] = await explorer.get<BlockExt[]>('/api/v1/blocks');
  const [, tx] = await explorer.get<Tx[]>(`/api/block/${newest!.id}/txs`);
  expect((await explorer.status(`/api/tx/${tx!.txid}/outspends`)).status).toBe(503);
  expect(explorer.faults).toEqual([]);
});

it("finds one address by the node's block filters when its blocks are available", async () => {
  const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 };
  const unused = await node.newAddress();
  expect(await explorer.get(`/api/address/${unused}`)).toEqual({
    address: unused,
    chain_stats: none,
    mempool_stats: none,
  });
  expect(await explorer.get(`/api/address/${unused}/txs`)).toEqual([]);

  const address = await node.newAddress();
  const first = await node.pay(address, 0.7);
  await node.mine(1);
  const second = await node.pay(address, 0.2);
  await node.mine(1);
  const sats = 90_000_000;
  await explorer.until<AddressInfo>(`/api/address/${address}`, ({ chain_stats: stats }) => stats.tx_count === 2);
  expect(await explorer.get<AddressInfo>(`/api/address/${address}`)).toMatchObject({
    chain_stats: { ...none, tx_count: 2, funded_txo_count: 2, funded_txo_sum: sats },
  });
  const txs = await explorer.get<Tx[]>(`/api/address/${address}/txs/chain`);
  expect(txs.map(({ txid }) => txid)).toEqual([second, first]);
  expect(await explorer.get<Tx[]>(`/api/address/${address}/txs/chain/${second}`)).toEqual([txs[1]]);
  expect(await explorer.get(`/api/address/${address}/txs/summary`)).toMatchObject([
    { txid: second, value: 20_000_000, height: 1_203 },
    { txid: first, value: 70_000_000, height: 1_202 },
  ]);
  expect(await explorer.get(`/api/address/${address}/utxo`)).toMatchObject([{ txid: second }, { txid: first }]);

  // its blocks are pruned
  expect(await explorer.status(`/api/address/${early}`)).toMatchObject({
    status: 503,
    text: expect.stringMatching(/no longer has this block/),
  });
  expect(explorer.faults).toEqual([]);
});
