/**
 * First synchronization of a generated Liquid chain into an index on disk: the node is another process.
 *
 *     node bench/liquid/sync.ts [--megabytes 200] [--seed 1]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bucketBits, createFollower, openIndex } from '@glassblock/index';
import { elementsFormat } from '@glassblock/index/elements';
import { createElementsBlockSource, createNodeClient } from '@glassblock/node';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { elementsChainSourceOf } from '@glassblock/server/testing';
import { openLevelEngine, openStore } from '@glassblock/store';
import { calibrate } from '../calibrate.ts';

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const network = elementsNetworks.liquiddemo;
const format = elementsFormat(network);
const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const script = fileURLToPath(new URL('made-node.ts', import.meta.url));
const child = spawn(process.execPath, [script, values.megabytes, values.seed], {
  stdio: ['ignore', 'pipe', 'inherit'],
});

interface Made {
  origin: string;
  bytes: number;
  blocks: number;
  txs: number;
}

async function made(): Promise<Made> {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Made;
  throw new Error('the node has ended');
}

async function bytesIn(path: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(path)) bytes += (await stat(join(path, name))).size;
  return bytes;
}

try {
  const { origin, bytes, blocks, txs } = await made();
  const client = createNodeClient({ origin, user: 'bench', password: 'bench', connections: 4 });
  const level = { directory, cacheBytes: 64e6, writeBufferBytes: 64e6 };
  const store = await openStore(await openLevelEngine(level));
  const identity = {
    network: network.name,
    key: new Uint8Array(16).fill(9),
    ...bucketBits(2_000e6),
    keepIds: true,
    keepBodies: false,
  };
  const prefixer = await openIndex(store, identity, format);
  const source = elementsChainSourceOf(client, createElementsBlockSource(client, true), network);
  const speed = calibrate();
  const [startMs, before] = [performance.now(), process.cpuUsage()];
  const follower = await createFollower({ store, prefixer, source, onFacts: () => undefined });
  await follower.catchUp();
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1e6;
  await store.close();
  await client.close();
  const stored = await bytesIn(directory);
  console.log(
    `${(bytes / 1e6).toFixed(0)} MB, ${blocks} blocks, ${txs} transactions: ${seconds.toFixed(1)} s ` +
      `(${(bytes / 1e6 / seconds).toFixed(1)} MB/s, ${(txs / seconds).toFixed(0)} transactions/s), ` +
      `${cpuSeconds.toFixed(1)} s of processor time (${((1e3 * cpuSeconds) / txs).toFixed(2)} ms each), ` +
      `index ${(stored / 1e6).toFixed(1)} MB (${(stored / txs).toFixed(0)} bytes per transaction), ` +
      `peak ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB, calibration ${speed.toFixed(1)} ms`,
  );
} finally {
  child.kill();
  await rm(directory, { recursive: true, force: true });
}
