import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo, NetworkState, Tx } from '@glassblock/contract';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: RealNode;
let explorer: TestExplorer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-without-rest-'));
  // of two equal flags the last one counts
  node = await startRealNode({ flags: ['-rest=0'], zmq: false });
  await node.mine(102);
  explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

it('indexes and follows a node with REST and ZMQ off', async () => {
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
  const address = await node.newAddress();
  const txid = await node.pay(address, 1.5);
  const [hash] = await node.mine(1);
  const { chain_stats } = await explorer.until<AddressInfo>(
    `/api/address/${address}`,
    ({ chain_stats: chain }) => chain.tx_count === 1,
  );
  expect(chain_stats.funded_txo_sum).toBe(150_000_000);
  const tx = await explorer.get<Tx>(`/api/tx/${txid}`);
  expect(tx.status).toMatchObject({ confirmed: true, block_height: 103, block_hash: hash });
  expect(tx.vin[0]!.prevout!.value).toBeGreaterThan(150_000_000);
  expect(await explorer.get<string>(`/api/block/${hash}/txid/1`)).toBe(txid);
});
