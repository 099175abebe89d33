// Takes about a minute: the program is killed and restarted at many moments.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NetworkState } from '@glassblock/contract';
import { createFollower, openIndex, prefixerOf } from '@glassblock/index';
import { createBlockSource } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { networks, seededRandom } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore } from '@glassblock/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { chainDigest } from '../../../index/test/support/chain-digest.ts';
import { chainSourceOf } from '../../src/threads/node-sources.ts';

const blocks = 800;
const bookTimeout = { timeout: 90_000, interval: 5 };
let node: RealNode;
let directory: string;
/** Paid addresses. */
const paid: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-kill-'));
  node = await startRealNode();
  await node.mine(120);
  for (let i = 0; i < 10; i++) {
    for (let n = 0; n < 5; n++) {
      const address = await node.newAddress();
      await node.pay(address, 0.2 + n / 10);
      paid.push(address);
    }
    await node.mine(1);
  }
  await node.mine(blocks - 130);
});
afterAll(async () => {
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Progress {
  event?: string;
  height?: number | null;
  synced?: boolean;
  url?: string;
}

/** The real program as its own process, with its log lines. */
async function startServer(addressSearch = false): Promise<{ child: ChildProcess; lines: AsyncIterable<string> }> {
  const config = join(directory, 'config.json');
  const network = { name: 'regtest', node: node.url };
  const settings = { port: 0, logLevel: 'debug', dataDir: directory, addressSearch, networks: [network] };
  await writeFile(config, JSON.stringify(settings));
  const launch = fileURLToPath(new URL('../../src/launch.cjs', import.meta.url));
  const child = spawn(process.execPath, [launch, '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout! }) };
}

/**
 * Runs the server until its index has reported progress this many times or is complete, then kills it with SIGKILL.
 * @returns whether it was complete
 */
async function runFor(words: number): Promise<boolean> {
  const { child, lines } = await startServer();
  let isDone = false;
  for await (const line of lines) {
    const entry = JSON.parse(line) as Progress;
    if (entry.event !== 'index-progress') continue;
    if (entry.synced === true) isDone = true;
    if (isDone || --words <= 0) break;
  }
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  return isDone;
}

/** Returns the URL of a server from its log. */
async function urlOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const { event, url } = JSON.parse(line) as Progress;
    if (event === 'listening') return url ?? '';
  }
  throw new Error('it ended before it listened');
}

/** Runs the server until its address index has this height, runs `work`, then kills it with SIGKILL. */
async function withBook<T>(height: number, work: (url: string) => Promise<T>): Promise<T> {
  const { child, lines } = await startServer(true);
  const exited = once(child, 'exit');
  try {
    const url = await urlOf(lines);
    // a full pipe would block it
    child.stdout?.resume();
    const state = async () => (await (await fetch(`${url}api/glass/v1/state`)).json()) as NetworkState;
    await expect.poll(async () => (await state()).addresses?.height ?? -1, bookTimeout).toBeGreaterThanOrEqual(height);
    return await work(url);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/**
 * Kills the server at seeded moments until the index is complete.
 * @returns number of kills
 */
async function killedUntilDone(random: () => number): Promise<number> {
  for (let kills = 0; ; kills++) {
    if (await runFor(1 + Math.floor(random() * 4) + 6 * kills)) return kills;
  }
}

it('equals a rebuild from scratch after kill -9 in the initial build, while following and in a reorg', async () => {
  const random = seededRandom(5);
  expect(await killedUntilDone(random)).toBeGreaterThan(0);
  await node.mine(40);
  const fork = await node.client.rpc('getblockhash', blocks - 10);
  await killedUntilDone(random);
  await node.client.rpc('invalidateblock', fork);
  await node.mine(60);
  await killedUntilDone(random);

  const killed = await openStore(
    await openLevelEngine({
      directory: join(directory, 'regtest', 'index'),
      cacheBytes: 1 << 23,
      writeBufferBytes: 1 << 22,
    }),
  );
  const known = await prefixerOf(killed, 'regtest');
  const fresh = await openStore(openMemoryEngine());
  const prefixer = await openIndex(fresh, known!.identity);
  const source = chainSourceOf(node.client, createBlockSource(node.client, true), networks.regtest);
  const follower = await createFollower({ store: fresh, prefixer, source, onFacts: () => undefined });
  await follower.catchUp();
  expect(await chainDigest(killed)).toBe(await chainDigest(fresh));
  await killed.close();
});

it('has a complete address index after SIGKILL during its build and while following', async () => {
  const random = seededRandom(9);
  const tip = () => node.client.rpc('getblockcount') as Promise<number>;
  const first = await tip();
  for (let part = 1; part <= 2; part++) {
    await withBook(Math.floor(((part - random()) * first) / 2), () => Promise.resolve());
  }
  const late = await node.newAddress();
  await withBook(first, async () => {
    await node.pay(late, 0.5);
    await node.mine(1);
  });
  const missing = await withBook(await tip(), async (url) => {
    const found = await Promise.all(
      [...paid, late].map(async (address) => {
        const answer = await fetch(`${url}api/address-prefix/${address}`);
        return [address, ((await answer.json()) as string[]).includes(address)] as const;
      }),
    );
    return found.filter(([, isFound]) => !isFound);
  });
  expect(missing).toEqual([]);
});

it('stops cleanly on SIGTERM, also with an open socket', async () => {
  const { child, lines } = await startServer();
  const exited = once(child, 'exit');
  const url = await urlOf(lines);
  const socket = new WebSocket(`${url.replace('http', 'ws')}api/v1/ws`);
  await once(socket, 'open');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('reports all wrong flags together, with exit code 1 and no stack', async () => {
  const launch = fileURLToPath(new URL('../../src/launch.cjs', import.meta.url));
  const words = [launch, '--bogus', '--port', 'x', '--memory', 'much', '--node', 'ftp://a', '--network', 'moonnet'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (part) => (text += String(part)));
  // it may have ended before its last output is read
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  for (const part of ['--bogus', '--port', 'memory', 'moonnet', 'http://']) expect(text).toContain(part);
  expect(text).not.toContain('    at ');
});
