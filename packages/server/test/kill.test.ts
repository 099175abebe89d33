import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createFollower, openIndex, prefixerOf } from '@glassblock/index';
import { createBlockSource } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { networks, seededRandom } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore } from '@glassblock/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { chainDigest } from '../../index/test/support/chain-digest.ts';
import { chainSourceOf } from '../src/workers/node-sources.ts';

const blocks = 1_600;
let node: RealNode;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-kill-'));
  node = await startRealNode();
  await node.mine(120);
  for (let i = 0; i < 10; i++) {
    for (let n = 0; n < 5; n++) await node.pay(await node.newAddress(), 0.2 + n / 10);
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
}

/** The real program as its own process; lines of its log as they come. */
async function startServer(): Promise<{ child: ChildProcess; lines: AsyncIterable<string> }> {
  const config = join(directory, 'config.json');
  const network = { name: 'regtest', node: node.url };
  await writeFile(config, JSON.stringify({ port: 0, logLevel: 'debug', dataDir: directory, networks: [network] }));
  const launch = fileURLToPath(new URL('../src/launch.cts', import.meta.url));
  const child = spawn(process.execPath, [launch, '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout! }) };
}

/** Runs the server until its index has told of itself so often (or is done), then kills it like a power cut.
 *  @returns whether it was done */
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

/** Kills it at seeded moments until it gets through. @returns kills on the way */
async function killedUntilDone(random: () => number): Promise<number> {
  for (let kills = 0; ; kills++) {
    if (await runFor(1 + Math.floor(random() * 4) + kills)) return kills;
  }
}

it('is exactly what a rebuild from nothing gives, after kill -9 in the first build, while following and in a reorg', async () => {
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
}, 120_000);

it('stops cleanly on SIGTERM, also while a socket is open', async () => {
  const { child, lines } = await startServer();
  const exited = once(child, 'exit');
  let url = '';
  for await (const line of lines) {
    const entry = JSON.parse(line) as Progress & { url?: string };
    if (entry.event === 'listening') {
      url = entry.url ?? '';
      break;
    }
  }
  const socket = new WebSocket(`${url.replace('http', 'ws')}api/v1/ws`);
  await once(socket, 'open');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 30_000);

it('reports every wrong flag together, with exit code 1 and no stack', async () => {
  const launch = fileURLToPath(new URL('../src/launch.cts', import.meta.url));
  const words = [launch, '--bogus', '--port', 'x', '--memory', 'much', '--node', 'ftp://a', '--network', 'moonnet'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (part) => (text += String(part)));
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  for (const part of ['--bogus', '--port', 'memory', 'moonnet', 'http://']) expect(text).toContain(part);
  expect(text).not.toContain('    at ');
});
