import { createDevnode, type Devnode } from '@glassblock/devnode';
import { parseNodeUrl } from '@glassblock/node';
import { displayHash } from '@glassblock/primitives';
import { newLogMemory } from '@glassblock/store';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndexThread, startIndexThread } from '../../src/threads/index-thread.ts';
import { createNetworkThreads } from '../../src/threads/network-threads.ts';

/** The index thread alone, without a mempool thread; it never polls during the test. */
let node: Devnode;
let index: IndexThread;
const threads = createNetworkThreads('demo', (error) => faults.push(error));
const faults: unknown[] = [];
const connected: string[] = [];
let announced = 0;

beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 7, live: false, blocks: 20, mempoolSize: 50 });
  index = startIndexThread({
    network: 'demo',
    format: 'bitcoin',
    node: parseNodeUrl(node.rpcUrl),
    directory: undefined,
    cacheBytes: 8e6,
    writeBufferBytes: 4e6,
    rowCacheBytes: 2e6,
    logMemory: newLogMemory(),
    sortBytes: 8e6,
    keepIds: true,
    keepBodies: false,
    pollMs: 3_600_000,
    threads,
    log: pino({ level: 'silent' }),
    onReplaced: () => undefined,
    onReadable: () => undefined,
    onFacts(facts) {
      for (const fact of facts) if (fact.type === 'block-connected') connected.push(displayHash(fact.hash));
    },
    onBlockSeen: () => announced++,
    onProgress: () => undefined,
    onError: () => faults.push('the node is away'),
    onFatal: (error) => faults.push(error),
  });
  await index.opened;
});
afterAll(async () => {
  threads.stopping();
  await index?.close();
  await threads.ended();
  await node?.stop();
  expect(faults).toEqual([]);
});

it('the index thread follows blocks that the node announces by ZMQ, without another thread', async () => {
  await expect.poll(() => index.progress().synced).toBe(true);
  // until the subscription is active, announcements are lost
  await expect
    .poll(() => {
      node.commands.mine();
      return announced;
    })
    .toBeGreaterThan(0);
  const [block] = node.commands.mine();
  await expect.poll(() => connected.at(-1)).toBe(block);
  const branch = node.commands.reorg(2);
  await expect.poll(() => connected.at(-1)).toBe(branch.at(-1));
});
