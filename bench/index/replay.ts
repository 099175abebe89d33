/**
 * Connects and replaces blocks from memory on an existing index of a generated chain: the work of the index thread
 * without node and server. CPU time by thread, for the first blocks of a young process and for later ones; the digest of
 * all tables, to compare commits.
 *
 *     node bench/index/replay.ts --chain DIR --index DIR [--blocks 20] [--rounds 3]
 *
 * The index is copied first.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFollower, prefixerOf, updatedTables } from '@glassblock/index';
import { createBlockSource } from '@glassblock/node';
import { displayHash, type Height, headerSize, networks, sha256d } from '@glassblock/primitives';
import { chainSourceOf } from '@glassblock/server/testing';
import { newLogMemory, openLevelEngine, openLoggedEngine, openStore } from '@glassblock/store';
import { chainDigest } from '../../packages/index/test/support/chain-digest.ts';
import { calibrate } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';
import { threadSeconds } from '../live/process-figures.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    index: { type: 'string', default: '' },
    blocks: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});
const count = Number(values.blocks);
const home = await mkdtemp(join(tmpdir(), 'glassblock-replay-'));
const directory = join(home, 'index');
await cp(values.index, directory, { recursive: true });
const node = await startCachedNode(join(values.chain, 'node'));
const base = chainSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
const { height } = await base.tip();
const start = height - count;

interface Stored {
  readonly hash: Uint8Array;
  readonly block: Uint8Array;
  readonly spent: Uint8Array;
}
const plain: Stored[] = [];
const beforeStart = (await base.hashAt(start))!;
const engine = await openLevelEngine({ directory, cacheBytes: 64e6, writeBufferBytes: 32e6 });
const store = await openStore(await openLoggedEngine(engine, directory, newLogMemory()), {
  rowCache: { tables: updatedTables, maxBytes: 32e6 },
});
const prefixer = await prefixerOf(store, 'regtest');
if (prefixer === undefined) throw new Error('there is no index');
// an index from the first build ends some blocks below the tip
await (await createFollower({ store, prefixer, source: base, onFacts: () => undefined })).catchUp();
for (let at = start + 1; at <= height; at++) {
  const hash = (await base.hashAt(at))!;
  const { block, spent } = await base.blockWithSpent(hash);
  plain.push({ hash, block: block.slice(), spent: spent.slice() });
}
await node.stop();

const previousAt = 4;
const timeAt = 68;
const hashOf = (block: Uint8Array): Uint8Array => sha256d(block.subarray(0, headerSize));

/** Returns blocks with the same transactions and other hashes; only their parents are valid, not their proofs of work. */
function otherBranch(blocks: readonly Stored[]): Stored[] {
  let parent = beforeStart;
  return blocks.map(({ block, spent }) => {
    const copy = Uint8Array.from(block);
    copy.set(parent, previousAt);
    copy[timeAt]! ^= 1;
    parent = hashOf(copy);
    return { hash: parent, block: copy, spent };
  });
}

const branches = [plain, otherBranch(plain)];
let branch: readonly Stored[] = plain;
let top: number = height;
const byHash = new Map(branches.flat().map((one) => [displayHash(one.hash), one]));
const source: typeof base = {
  ...base,
  async tip() {
    const hash = top === start ? beforeStart : branch[top - start - 1]!.hash;
    return { height: top as Height, hash, catchingUp: false };
  },
  async hashAt(at) {
    if (at > top) return undefined;
    if (at === start) return beforeStart;
    return branch[at - start - 1]!.hash;
  },
  async blockWithSpent(hash) {
    const { block, spent } = byHash.get(displayHash(hash))!;
    return { block, spent };
  },
};
let reports = 0;
const follower = await createFollower({ store, prefixer, source, onFacts: () => void reports++ });

/** Follows the source by steps; prints wall and CPU ms of one block or step. */
async function measure(name: string, steps: readonly (() => void)[], per: number): Promise<void> {
  reports = 0;
  const threads = await threadSeconds(process.pid);
  const cpu = process.cpuUsage();
  const wall: number[] = [];
  for (const step of steps) {
    step();
    const beganMs = performance.now();
    await follower.catchUp();
    wall.push(performance.now() - beganMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  const after = await threadSeconds(process.pid);
  const round = (ms: number) => Math.round(ms / per);
  console.log(
    JSON.stringify({
      name,
      reports,
      ms: round(wall.reduce((sum, one) => sum + one, 0)),
      p50: Math.round(wall.toSorted((a, b) => a - b)[Math.floor(wall.length / 2)]!),
      cpuMs: round((user + system) / 1_000),
      threads: Object.fromEntries(
        [...after]
          .map(([thread, seconds]) => [thread, round(1_000 * (seconds - (threads.get(thread) ?? 0)))] as const)
          .filter(([, ms]) => ms > 0),
      ),
    }),
  );
}

console.log(JSON.stringify({ calibrationMs: calibrate(), height, blocks: count }));
const down = () => {
  top = start;
};
const up = Array.from({ length: count }, () => () => {
  top++;
});
for (let round = 0; round < Number(values.rounds); round++) {
  await measure(`disconnect ${round}`, [down], count);
  await measure(`connect one by one ${round}`, up, count);
}
for (let round = 0; round < Number(values.rounds); round++) {
  const change = () => {
    branch = branches[(round + 1) % 2]!;
  };
  await measure(`reorg ${round}`, [change], 1);
}
if (branch !== plain) {
  branch = plain;
  await measure('reorg back', [() => undefined], 1);
}
console.log(JSON.stringify({ digest: await chainDigest(store), calibrationMs: calibrate() }));
await store.close();
await rm(home, { recursive: true });
