// Takes about 35 s: the program is started and killed six times.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFollower, openIndex, prefixerOf, tipOfMarker } from '@glassblock/index';
import { elementsFormat } from '@glassblock/index/elements';
import { createElementsBlockSource, createNodeClient } from '@glassblock/node';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { openLevelEngine, openMemoryEngine, openStore } from '@glassblock/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainDigest } from '../../../index/test/support/chain-digest.ts';
import {
  type RecordedElementsNode,
  startRecordedElementsNode,
} from '../../../node/test/support/recorded-elements-node.ts';
import { check } from '../../src/cli/check.ts';
import { exportCopy } from '../../src/cli/export.ts';
import { rebuild } from '../../src/cli/rebuild.ts';
import { loadConfig } from '../../src/config/config.ts';
import { elementsChainSourceOf } from '../../src/threads/node-sources.ts';

const { liquidregtest } = elementsNetworks;
const format = elementsFormat(liquidregtest);
const launch = fileURLToPath(new URL('../../src/launch.cjs', import.meta.url));
let node: RecordedElementsNode;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-liquid-kill-'));
  node = await startRecordedElementsNode();
});
afterAll(async () => {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs the program until the node has received this many matching requests, then kills it with SIGKILL. */
async function runUntil(pattern: RegExp, count: number): Promise<void> {
  const words = ['--port', '0', '--data-dir', directory];
  const liquid = ['--liquid', node.origin, '--liquid-network', 'liquidregtest'];
  let left = count;
  let child: ChildProcess | undefined;
  node.onCall = (call) => {
    if (pattern.test(call) && --left === 0) child?.kill('SIGKILL');
  };
  child = spawn(process.execPath, [launch, ...words, ...liquid], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  node.onCall = () => undefined;
  expect(signal).toBe('SIGKILL');
}

/** Opens the killed index. @returns its height, its digest, and that of the same chain followed from nothing */
async function digests(): Promise<{ height: number; stored: string; rebuilt: string }> {
  const level = { directory: join(directory, 'liquidregtest', 'index'), cacheBytes: 4e6, writeBufferBytes: 4e6 };
  const store = await openStore(await openLevelEngine(level));
  const client = createNodeClient({ origin: node.origin });
  try {
    const view = await store.view();
    const height = tipOfMarker(view.tip)?.height ?? -1;
    await view.close();
    const { identity } = (await prefixerOf(store, 'liquidregtest', format))!;
    const memory = await openStore(openMemoryEngine());
    const prefixer = await openIndex(memory, identity, format);
    const source = elementsChainSourceOf(client, createElementsBlockSource(client, true), liquidregtest);
    if (height >= 0) {
      node.setTip(height);
      const follower = await createFollower({ store: memory, prefixer, source, onFacts: () => undefined });
      await follower.catchUp();
    }
    return { height, stored: await chainDigest(store), rebuilt: await chainDigest(memory) };
  } finally {
    await client.close();
    await store.close();
  }
}

const blockRead = /^\/rest\/block\//;
const tip = () => node.hashes.length - 1;

it('equals a rebuild after kill -9 at many moments of the sync and of a reorg', async () => {
  const heights: number[] = [];
  for (const count of [10, 30, 25, 30]) {
    node.setTip(tip());
    await runUntil(blockRead, count);
    const { height, stored, rebuilt } = await digests();
    expect(stored).toBe(rebuilt);
    heights.push(height);
  }
  // each run continues where a commit of the one before ended
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(heights.at(-1)).toBeGreaterThan(30);

  node.setTip(5);
  // it is killed while it looks for the common block, and after the reorg
  await runUntil(/^getblockhash$/, 10);
  const during = await digests();
  expect(during.stored).toBe(during.rebuilt);
  node.setTip(5);
  await runUntil(/^getblockchaininfo$/, 8);
  const after = await digests();
  expect([after.height, after.stored]).toEqual([5, after.rebuilt]);

  // the commands of the index read the same directory
  const config = loadConfig({ liquid: node.origin, liquidNetwork: 'liquidregtest', dataDir: directory }, {});
  const lines: string[] = [];
  const terminal = {
    say: (line: string) => void lines.push(line),
    progress: () => undefined,
    ask: async () => undefined,
  };
  expect(await check(config, { whole: true }, terminal)).toBe(true);
  const copy = join(directory, 'copy');
  await exportCopy(config, copy, terminal);
  expect(await check(config, { whole: true, index: copy }, terminal)).toBe(true);
  expect(lines.filter((line) => line.startsWith('Checked 6 blocks'))).toHaveLength(2);
  await rebuild(config, { yes: true }, terminal);
  await expect(check(config, {}, terminal)).rejects.toThrow('there is no index of liquidregtest');
});
