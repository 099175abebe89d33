import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { type Reference, readReference } from '../reference.ts';
import { startTestExplorer, type TestExplorer } from '../test-explorer.ts';
import { type Actors, guard, makeVariedChain, mineEmpty, payMany, payTwice, spend, sweep } from './varied-chain.ts';

/** A real node with a varied chain and mempool, the expected answers, and an explorer. */
export interface VariedExplorer {
  node: RealNode;
  explorer: TestExplorer;
  actors: Actors;
  reference: Reference;
  /** Tips of the stale branches, highest first. */
  staleHashes: string[];
  /** Mempool transactions in order of arrival. */
  mempool: string[];
  /** A mempool output that a mempool transaction spends. */
  chained: string;
  stop(): Promise<void>;
}

/** Starts the explorer. */
export async function startVariedExplorer(): Promise<VariedExplorer> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-varied-'));
  const node = await startRealNode();
  await node.mine(105);
  const explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
  const mempool: string[] = [];

  /** Waits until index and mempool are in sync with the node. */
  async function settled(): Promise<void> {
    const tip = String(await node.client.rpc('getbestblockhash'));
    const info = fieldsOf(await node.client.rpc('getmempoolinfo'), 'getmempoolinfo');
    await explorer.until<string>('/api/blocks/tip/hash', (hash) => hash === tip);
    await explorer.until<NetworkState>(
      '/api/glass/v1/state',
      ({ index, mempool }) => index.synced && mempool.synced && mempool.count === info['size'],
    );
  }

  async function inMempool(txid: string): Promise<string> {
    await explorer.until<string[]>('/api/mempool/txids', (ids) => ids.includes(txid));
    mempool.push(txid);
    return txid;
  }

  /**
   * .. 110 - 111 - 112               both branches become stale
   *          \ 111' - 112' - 113' ..     111' is empty, so the payments are one block higher than before
   */
  async function createStaleBranch(blocks: number): Promise<string> {
    const hashes = await node.mine(blocks);
    await settled();
    await node.client.rpc('invalidateblock', hashes[0]);
    await mineEmpty(node);
    await node.mine(blocks);
    await settled();
    // without this its state would be "invalid", not "valid-fork"
    await node.client.rpc('reconsiderblock', hashes[0]);
    return hashes.at(-1)!;
  }

  const actors = await makeVariedChain(node);
  await node.pay(actors.segwit, 0.5);
  await guard(node, Object.values(actors));
  await payTwice(node, actors.taproot, 0.25, 0.26);
  await guard(node, Object.values(actors));
  const first = await createStaleBranch(2);
  await sweep(node, actors.taproot, actors.legacy);
  const second = await createStaleBranch(1);
  const staleHashes = [second, first];
  await guard(node, Object.values(actors));
  await node.mine(12);
  await node.pay(actors.popular, 0.004);
  await node.mine(1);
  await settled();

  await guard(node, Object.values(actors));
  const spare = await node.newAddress('bech32m');
  const parent = await inMempool(await node.pay(spare, 0.3));
  const decoded = fieldsOf(await node.client.rpc('getrawtransaction', parent, 1), 'getrawtransaction');
  const vout = (decoded['vout'] as { value: number; n: number }[]).find(({ value }) => value === 0.3)!.n;
  const chained = `${parent}:${vout}`;
  await inMempool(await spend(node, [{ txid: parent, vout, amount: 0.3 }], actors.nested));
  await inMempool(await sweep(node, actors.segwit, actors.segwit));
  await inMempool(await payMany(node, [[actors.segwit, 0.01]], '00ff'));
  await guard(node, Object.values(actors));
  await inMempool(await payTwice(node, actors.popular, 0.02, 0.03));
  await inMempool(await sweep(node, actors.legacy, actors.taproot));
  await inMempool(await node.pay(actors.popular, 0.05));
  await settled();
  const reference = await readReference(node.client, mempool);
  return {
    node,
    explorer,
    actors,
    reference,
    staleHashes,
    mempool,
    chained,
    async stop() {
      await explorer.stop();
      await node.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
