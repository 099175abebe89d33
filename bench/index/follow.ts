/**
 * Connects and disconnects blocks on an existing index of a generated chain: disconnects the newest blocks (as in a
 * reorg) and connects them again, one by one and together; milliseconds and CPU time per block.
 *
 *     node bench/index/follow.ts --chain DIR --index DIR [--blocks 20]
 *
 * The index ends in its initial state.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFollower, prefixerOf } from '@glassblock/index';
import { createBlockSource } from '@glassblock/node';
import { type Height, networks } from '@glassblock/primitives';
import { chainSourceOf } from '@glassblock/server/testing';
import { openLevelEngine, openStore } from '@glassblock/store';
import { startCachedNode } from '../chain/cached-node.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    index: { type: 'string', default: '' },
    blocks: { type: 'string', default: '20' },
  },
});
const node = await startCachedNode(join(values.chain, 'node'));
const store = await openStore(
  await openLevelEngine({ directory: values.index, cacheBytes: 64e6, writeBufferBytes: 32e6 }),
);
const prefixer = await prefixerOf(store, 'regtest');
if (prefixer === undefined) throw new Error('there is no index');
const base = chainSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
const { height } = await base.tip();
let top: number = height;
const source: typeof base = {
  ...base,
  async tip() {
    return { height: top as Height, hash: (await base.hashAt(top))!, catchingUp: false };
  },
  hashAt: async (at) => (at > top ? undefined : base.hashAt(at)),
};
let blocks = 0;
let reports = 0;
const follower = await createFollower({
  store,
  prefixer,
  source,
  onFacts(facts) {
    blocks += facts.length;
    reports++;
  },
});
async function measure(name: string): Promise<void> {
  blocks = reports = 0;
  const start = performance.now();
  const cpu = process.cpuUsage();
  await follower.catchUp();
  const { user, system } = process.cpuUsage(cpu);
  const perBlock = (ms: number) => Math.round(ms / blocks);
  console.log(
    JSON.stringify({
      name,
      blocks,
      reports,
      msPerBlock: perBlock(performance.now() - start),
      cpuMsPerBlock: perBlock((user + system) / 1000),
    }),
  );
}
await measure('to the tip');
top -= Number(values.blocks);
await measure('disconnect, without undo rows');
for (let i = 0; i < Number(values.blocks); i++) {
  top++;
  await measure('connect one');
}
top -= Number(values.blocks);
await measure('disconnect');
top = height;
await measure('connect together');
await store.close();
await node.stop();
