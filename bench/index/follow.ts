/**
 * Connects and disconnects blocks on an existing index of a generated chain: disconnects the newest blocks (as in a
 * reorg) and connects them again; milliseconds per block.
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
  await openLevelEngine({ directory: values.index, cacheBytes: 64e6, writeBufferBytes: 64e6 }),
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
const times: number[] = [];
let last = performance.now();
const follower = await createFollower({
  store,
  prefixer,
  source,
  onFacts() {
    times.push(performance.now() - last);
    last = performance.now();
  },
});
async function measure(name: string): Promise<void> {
  times.length = 0;
  last = performance.now();
  await follower.catchUp();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  console.log(JSON.stringify({ name, blocks: times.length, medianMs: at(0.5), p90Ms: at(0.9), maxMs: at(1) }));
}
await measure('to the tip');
top -= Number(values.blocks);
await measure('disconnect, without undo rows');
top = height;
await measure('connect');
top -= Number(values.blocks);
await measure('disconnect');
top = height;
await measure('connect');
await store.close();
await node.stop();
