/**
 * One initial index build of a generated chain, in its own process; prints steps and measurements as JSON lines.
 *
 * node bench/index/build.ts --origin http://127.0.0.1:PORT --cookie FILE --out DIR [--ids] [--bodies] [--memory BYTES]
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bucketBits, bulkBuild, openIndex } from '@glassblock/index';
import { createBlockSource, createNodeClient } from '@glassblock/node';
import { networks } from '@glassblock/primitives';
import { chainSourceOf, startBulkWorkers } from '@glassblock/server/testing';
import { openLevelEngine, openStore } from '@glassblock/store';

const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: '' },
    cookie: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    ids: { type: 'boolean', default: false },
    bodies: { type: 'boolean', default: false },
    memory: { type: 'string', default: '512000000' },
    threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});
const directory = join(values.out, 'index');
const bulkDirectory = join(values.out, 'index.build');
await mkdir(bulkDirectory, { recursive: true });
const memory = Number(values.memory);
const node = { origin: values.origin, cookieFile: values.cookie };
const level = { directory, cacheBytes: memory / 8, writeBufferBytes: Math.min(32e6, memory / 8) };

const began = performance.now();
const store = await openStore(await openLevelEngine(level));
const client = createNodeClient({ ...node, connections: 4 });
const source = chainSourceOf(client, createBlockSource(client, true), networks.regtest);
const { height } = await source.tip();
const identity = {
  network: 'regtest',
  key: randomBytes(16),
  ...bucketBits(2_000e6),
  keepIds: values.ids,
  keepBodies: values.bodies,
};
const prefixer = await openIndex(store, identity);
const { workers, close } = startBulkWorkers(
  Number(values.threads),
  { network: 'regtest', node, connections: 4, ...level, bulkDirectory },
  (error) => {
    throw error;
  },
);
await bulkBuild({
  store,
  prefixer,
  source,
  workers,
  directory: bulkDirectory,
  target: height,
  memoryBytes: memory / 2,
  onProgress: () => undefined,
  nowMs: () => performance.now(),
  onStep: (step) => {
    const { heapTotal, external, arrayBuffers } = process.memoryUsage();
    const status = readFileSync('/proc/self/status', 'utf8');
    console.log(
      JSON.stringify({ ...step, heapTotal, external, arrayBuffers, anon: /RssAnon:\s+(\d+)/.exec(status)?.[1] }),
    );
  },
});
const seconds = (performance.now() - began) / 1000;
await close();
await client.close();
await store.close();
const status = await readFile('/proc/self/status', 'utf8');
const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000;
console.log(JSON.stringify({ seconds, peakMb, height }));
