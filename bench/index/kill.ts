/**
 * Sends SIGKILL at random moments of the initial build, of block connection and of a reorg of 100 blocks on a real
 * node. After each kill the index runs to completion, and all tables that depend only on the chain must equal those of
 * a new index.
 *
 *     node bench/index/kill.ts [--kills 200] [--seed 1]
 *
 * Exits with 1 on a difference.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bucketBits, createFollower, openIndex } from '@glassblock/index';
import { createBlockSource, parseNodeUrl } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { networks, seededRandom } from '@glassblock/primitives';
import { chainSourceOf } from '@glassblock/server/testing';
import { newLogMemory, openLevelEngine, openLoggedEngine, openMemoryEngine, openStore } from '@glassblock/store';
import { chainDigest } from '../../packages/index/test/support/chain-digest.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const random = seededRandom(Number(values.seed));
const identity = {
  network: 'regtest',
  key: new Uint8Array(16).fill(9),
  ...bucketBits(500e6),
  keepIds: true,
  keepBodies: false,
};
const work = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const directory = join(work, 'index');
const node = await startRealNode();

/** Mines blocks with payments. */
async function pay(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    for (let n = 0; n < 4; n++) await node.pay(await node.newAddress(), 0.1 + n / 100);
    await node.mine(1);
  }
}

interface Child {
  /** Resolves when the process exits. */
  done: Promise<void>;
  opened: Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

function start(): Child {
  const data = {
    network: 'regtest',
    node: parseNodeUrl(node.url),
    directory,
    cacheBytes: 16e6,
    writeBufferBytes: 8e6,
    sortBytes: 64e6,
    keepIds: true,
    keepBodies: false,
  };
  const file = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(data)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const opened = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type, synced } = JSON.parse(line) as { type: string; synced?: boolean };
    if (type === 'opened') opened.resolve();
    if (type === 'progress' && synced === true) done.resolve();
  });
  return {
    done: done.promise,
    opened: opened.promise,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.stdin.write('stop\n');
      await exited;
    },
  };
}

/**
 * Runs the index to completion.
 * @returns milliseconds from start to completion
 */
async function through(): Promise<number> {
  const child = start();
  await child.opened;
  const began = performance.now();
  await child.done;
  const took = performance.now() - began;
  await child.stop();
  return took;
}

const openHere = async () =>
  openStore(
    await openLoggedEngine(
      await openLevelEngine({ directory, cacheBytes: 1 << 23, writeBufferBytes: 1 << 22 }),
      directory,
      newLogMemory(),
    ),
  );

async function digestHere(): Promise<string> {
  const store = await openHere();
  const text = await chainDigest(store);
  await store.close();
  return text;
}

/** Returns the digest of a new index of the node's current chain. */
async function digestOfChain(): Promise<string> {
  const store = await openStore(openMemoryEngine());
  const prefixer = await openIndex(store, identity);
  const source = chainSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
  const follower = await createFollower({ store, prefixer, source, onFacts: () => undefined });
  await follower.catchUp();
  return chainDigest(store);
}

async function empty(): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await rm(`${directory}.build`, { recursive: true, force: true });
  const store = await openHere();
  await openIndex(store, identity);
  await store.close();
}

let wrong = 0;
/** @param prepare puts the index into the initial state of the phase */
async function phase(name: string, kills: number, expected: string, prepare: () => Promise<void>): Promise<void> {
  const unharmed: number[] = [];
  for (let i = 0; i < 3; i++) {
    await prepare();
    unharmed.push(await through());
    if ((await digestHere()) !== expected) throw new Error(`${name}: wrong without any kill`);
  }
  const defaultValue = unharmed.toSorted((a, b) => a - b)[1]!;
  let late = 0;
  let different = 0;
  for (let i = 0; i < kills; i++) {
    await prepare();
    const child = start();
    let isDone = false;
    void child.done.then(() => {
      isDone = true;
    });
    await child.opened;
    await new Promise((resolve) => setTimeout(resolve, random() * defaultValue));
    if (isDone) late++;
    await child.kill();
    await through();
    if ((await digestHere()) !== expected) different++;
  }
  wrong += different;
  console.log(
    JSON.stringify({ phase: name, kills, afterItsEnd: late, defaultMs: Math.round(defaultValue), different }),
  );
}

async function run(real: RealNode): Promise<void> {
  await real.mine(110);
  await pay(30);
  await real.mine(1_500 - 40);
  await pay(40);
  const all = Number(values.kills);
  await phase('initial build', all >> 1, await digestOfChain(), empty);

  await empty();
  await through();
  const before = join(work, 'before');
  await cp(directory, before, { recursive: true });
  const restore = (from: string) => async () => {
    await rm(directory, { recursive: true, force: true });
    await cp(from, directory, { recursive: true });
  };
  await pay(100);
  await phase('connecting 100 blocks', all >> 2, await digestOfChain(), restore(before));

  const longer = join(work, 'longer');
  await restore(before)();
  await through();
  await cp(directory, longer, { recursive: true });
  const tip = Number(await real.client.rpc('getblockcount'));
  const first = await real.client.rpc('getblockhash', tip - 99);
  await real.client.rpc('invalidateblock', first);
  await real.mine(1);
  await pay(100);
  await phase('reorg of 100 blocks', all >> 2, await digestOfChain(), restore(longer));
  console.log(JSON.stringify({ blocks: tip, wrong }));
}

try {
  await run(node);
} finally {
  await node.stop();
  await rm(work, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;
