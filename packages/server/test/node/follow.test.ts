import { createMempoolEngine, type MempoolFrame, type MempoolRunner, startMempoolRunner } from '@glassblock/mempool';
import { createBlockSource, openSequenceFeed } from '@glassblock/node';
import { mineOpenUtxos, type RealNode, sendAll, startRealNode } from '@glassblock/node/testing';
import { displayHash, networks, toHex } from '@glassblock/primitives';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mempoolSourceOf } from '../../src/threads/node-sources.ts';
import { generatedUtxoValue, generateMempool } from '../support/generated-mempool.ts';

const blocks = 100;
const txsEach = 60;

let node: RealNode;
let runner: MempoolRunner | undefined;
beforeAll(async () => {
  node = await startRealNode({ flags: ['-checkmempool=0', '-blockmaxweight=3996000'] });
});
afterAll(async () => {
  await runner?.stop();
  await node?.stop();
});

it('follows a hundred blocks by events alone, without loading the list again', async () => {
  const utxos = await mineOpenUtxos(node.client, Math.ceil(2.5 * blocks * txsEach), generatedUtxoValue);
  const source = mempoolSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
  const faults: unknown[] = [];
  let lists = 0;
  let frame: MempoolFrame | undefined;
  const engine = createMempoolEngine({
    source: {
      ...source,
      async ids() {
        const ids = await source.ids();
        lists++;
        return ids;
      },
    },
    now: () => Math.floor(Date.now() / 1000),
    onFacts: () => undefined,
    onFrame(next) {
      frame = next;
    },
  });
  runner = startMempoolRunner({
    engine,
    source,
    openFeed: (handlers) => openSequenceFeed(node.zmq, handlers),
    idOf: displayHash,
    nowMs: () => performance.now(),
    onError: (error) => faults.push(error),
  });
  const nodeIds = async () => (await node.client.rpc('getrawmempool')) as string[];
  const same = async () => {
    const [theirs, ours] = [(await nodeIds()).sort().join(''), toHex(await engine.view.txids({}))];
    return theirs === ours;
  };
  await expect.poll(() => frame?.synced).toBe(true);
  // the list is loaded again after the first event, because earlier ones may have been lost
  await node.mine(1);
  await expect.poll(() => lists).toBe(2);
  for (let block = 0; block < blocks; block++) {
    await sendAll(node.client, generateMempool({ seed: block, txs: txsEach, padding: 80 }, () => utxos.pop()!).raws);
    await node.mine(1);
    // Some enter the mempool between two blocks, others are confirmed by the next one.
    if (block % 10 === 9) await expect.poll(same).toBe(true);
  }
  await expect.poll(same).toBe(true);
  expect(lists).toBe(2);
  expect(faults).toEqual([]);
});
