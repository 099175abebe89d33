// Starts the program twice and a check once, as processes of their own: 15 s. bench/faults.ts damages files at random.
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { feeBands, openSamples, openSummaries } from '@glassblock/mempool';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { applyFault, filesBelow } from '../support/faults/file-faults.ts';
import { type Program, runCommand, startProgram } from '../support/program.ts';

let node: Devnode;
let directory: string;
let program: Program | undefined;

beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 3, live: false, blocks: 30, mempoolSize: 40 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-file-faults-'));
});
afterAll(async () => {
  program?.child.kill('SIGKILL');
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const home = (...parts: string[]) => join(directory, 'demo', ...parts);
const words = () => ['--node', node.rpcUrl, '--network', 'demo', '--data-dir', directory];
const start = async () => {
  program = await startProgram([...words(), '--memory', '64MB']);
  return program;
};
const isSettled = ({ index, mempool }: NetworkState) =>
  index.synced && mempool.synced && index.height !== null && index.height === index.nodeHeight;

/** Waits until a store has a file with content. */
async function filled(store: string): Promise<void> {
  await vi.waitUntil(() => readdirSync(home()).includes(store) && filesBelow(home(store)).length > 0, {
    timeout: 90_000,
  });
}

/** Fills every store. */
async function fillStores(): Promise<void> {
  const running = await start();
  await running.until(isSettled);
  const [evicted] = node.commands.emitTraffic(10);
  await running.until(({ mempool }) => mempool.synced && mempool.count === node.state.mempool.entries.size);
  node.commands.evict(evicted!);
  node.commands.mine(1);
  await running.until(isSettled);
  for (const store of ['audits', 'contents', 'forecasts', 'journal']) await filled(store);
  expect(await running.stop()).toBe(0);
  // the program writes these once a minute
  const time = 1_795_000_000;
  const samples = await openSamples(home('samples'));
  const sample = { count: 1, vBytesPerSecond: 1, weight: 4, totalFee: 1, minFee: 1, vsizes: feeBands.map(() => 0) };
  await samples.add({ ...sample, added: time });
  const summaries = await openSummaries({ directory: home('summaries') });
  const info = {
    loaded: true,
    size: 1,
    bytes: 1,
    usage: 1,
    total_fee: 1,
    maxmempool: 1,
    mempoolminfee: 1,
    minrelaytxfee: 1,
  };
  await summaries.add({ time, height: 30, info, blocks: [], vBytesPerSecond: 1, vsizes: [] });
}

/** Flips the bit in the middle of the first file that matches, or truncates it there. */
function damage(store: string, pattern: RegExp, kind: 'flip' | 'truncate'): void {
  const file = filesBelow(home(store)).find((name) => pattern.test(name));
  if (file === undefined) throw new Error(`${store} has no file ${String(pattern)}`);
  const middle = Math.floor(statSync(home(store, file)).size / 2);
  applyFault(home(store), { file, kind, at: kind === 'flip' ? 8 * middle : middle }, true);
}

it('starts with a dozen damaged files, reports the lost data, and rebuilds the index', async () => {
  await fillStores();
  damage('index', /\.log$/, 'flip');
  damage('index', /^MANIFEST/, 'truncate');
  damage('addresses', /\.log$/, 'flip');
  damage('addresses', /^CURRENT$/, 'flip');
  damage('lock', /^CURRENT$/, 'truncate');
  damage('journal', /\.seg$/, 'flip');
  damage('contents', /\.content$/, 'flip');
  damage('replacements', /^trees$/, 'truncate');
  damage('samples', /^minutes/, 'flip');
  damage('summaries', /summaries$/, 'truncate');
  damage('forecasts', /^blocks/, 'flip');
  damage('audits', /^scores/, 'truncate');
  await rm(home('index', 'clean-end'));
  const running = await start();
  await running.until(isSettled);
  const events = running.log.map((line) => JSON.parse(line) as { event?: string; store?: string });
  const stores = events.filter(({ event }) => event === 'storage-damaged').map(({ store }) => store!);
  expect([...new Set(stores)].sort()).toEqual([
    'audits',
    'contents',
    'forecasts',
    'journal',
    'replacements',
    'samples',
    'summaries',
  ]);
  expect(events.filter(({ event }) => event === 'index-damaged')).toHaveLength(1);
  const { text } = await running.status('/api/glass/v1/state');
  expect((JSON.parse(text) as NetworkState).storage?.sentence).toMatch(/^A file of the \w+ is damaged: .+\.$/);
  for (const path of ['/api/v1/statistics/2h', '/api/v1/replacements', '/api/v1/blocks', '/api/mempool']) {
    expect((await running.status(path)).status).toBe(200);
  }
  expect(await running.stop()).toBe(0);
  expect(await runCommand(['index', 'check', '--whole', ...words()])).toMatchObject({ code: 0 });
});
