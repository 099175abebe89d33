/** First indexing of a regtest chain from a real node: blocks and bytes a second.
 *
 *      node bench/index-sync.ts [blocks=2000]      five runs, median; a calibration loop beside each */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketBits, createFollower, openIndex } from '@glassblock/index';
import { createBlockSource } from '@glassblock/node';
import { startRealNode } from '@glassblock/node/testing';
import { networks, readBlock } from '@glassblock/primitives';
import { chainSourceOf } from '@glassblock/server/testing';
import { openLevelEngine, openStore } from '@glassblock/store';

const blocks = Number(process.argv[2] ?? 2_000);
const runs = 5;

const node = await startRealNode();
await node.mine(110);
for (let i = 0; i < 60; i++) {
  for (let n = 0; n < 10; n++) await node.pay(await node.newAddress(), 0.1 + n / 100, { feeRate: 1 + n });
  await node.mine(1);
}
await node.mine(blocks - 170);

function calibrate(): number {
  const began = performance.now();
  let digest: Uint8Array = new Uint8Array(80);
  for (let i = 0; i < 20_000; i++) digest = createHash('sha256').update(digest).digest();
  return performance.now() - began;
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const seconds: number[] = [];
const loops: number[] = [];
let bytes = 0;
for (let run = 0; run < runs; run++) {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
  const store = await openStore(await openLevelEngine({ directory, cacheBytes: 32e6, writeBufferBytes: 16e6 }));
  const identity = { network: 'regtest', key: randomBytes(16), ...bucketBits(500e6), keepIds: true, keepBodies: false };
  const prefixer = await openIndex(store, identity);
  const base = chainSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
  bytes = 0;
  const source = {
    ...base,
    async blockWithSpent(hash: Uint8Array) {
      const body = await base.blockWithSpent(hash);
      bytes += readBlock(body.block).size;
      return body;
    },
  };
  const follower = await createFollower({ store, prefixer, source, onFacts: () => undefined });
  loops.push(calibrate());
  const began = performance.now();
  await follower.catchUp();
  seconds.push((performance.now() - began) / 1000);
  await store.close();
  await rm(directory, { recursive: true });
}
const s = median(seconds);
console.log(
  `${blocks} blocks, ${(bytes / 1e6).toFixed(2)} MB: ${(blocks / s).toFixed(0)} blocks/s, ${(bytes / 1e6 / s).toFixed(2)} MB/s`,
);
console.log(
  `runs ${seconds.map((value) => value.toFixed(2)).join(' ')} s; calibration ${loops.map((value) => value.toFixed(0)).join(' ')} ms`,
);
await node.stop();
