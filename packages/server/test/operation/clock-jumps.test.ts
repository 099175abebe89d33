// Starts the program three times as a process of its own: half a minute.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BlockAudit, Fate, NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsUntil, newestEvent } from '../support/event-stream.ts';
import { type Program, startProgram } from '../support/program.ts';

let node: Devnode;
let directory: string;
let program: Program | undefined;

beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 30, mempoolSize: 60 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-clock-'));
});
afterAll(async () => {
  program?.child.kill('SIGKILL');
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const movedClock = fileURLToPath(new URL('../support/moved-clock.cts', import.meta.url));

/** Starts the program with a clock that is ahead by some days. */
const startAhead = (days: number): Promise<Program> =>
  startProgram(['--node', node.rpcUrl, '--network', 'demo', '--data-dir', directory], [], {
    NODE_OPTIONS: `--require ${movedClock}`,
    MOVED_CLOCK_DAYS: String(days),
  });

const isSettled = ({ index, mempool }: NetworkState) =>
  index.synced &&
  mempool.synced &&
  index.height === node.state.chain.height &&
  mempool.count === node.state.mempool.entries.size;

it('preserves events, evicted transactions and audits while the clock jumps by 400 days, and by 800 back', async () => {
  const evicted: string[] = [];
  const mined: string[] = [];
  const audited: string[] = [];
  for (const days of [0, 400, -400]) {
    program = await startAhead(days);
    const running = program;
    const read = async (path: string) => {
      const { status, text } = await running.status(path);
      return status === 200 ? (JSON.parse(text) as object) : undefined;
    };
    await running.until(isSettled);
    const [txid] = node.commands.emitTraffic(10);
    await running.until(isSettled);
    node.commands.evict(txid!);
    evicted.push(txid!);
    const [hash] = node.commands.mine(1);
    mined.push(hash!);
    // for a clock that is ahead, every block is an old one
    if (days <= 0) audited.push(hash!);
    await running.until(isSettled);
    for (const id of evicted) {
      const fate = async () => (await read(`/api/glass/v1/tx/${id}/fate`)) as Fate | undefined;
      await expect.poll(async () => (await fate())?.now).toBe('gone');
      await expect.poll(async () => (await fate())?.raw?.slice(0, 8)).toBe('02000000');
    }
    for (const block of audited) {
      const audit = async () => (await read(`/api/v1/block/${block}/audit-summary`)) as BlockAudit | undefined;
      await expect.poll(async () => (await audit())?.template.length).toBeGreaterThan(0);
    }
    const stream = `${running.url}/api/glass/v1/events`;
    const [epoch] = (await newestEvent(stream)).split('-');
    const expected = new Set([...evicted, ...mined]);
    // a removal that nothing explains is an event some seconds later; without one of them the test times out
    await eventsUntil(`${stream}?after=${epoch}-0`, undefined, ({ event, data }) => {
      if (event === 'tx-removed') expected.delete(String(data['txid']));
      if (event === 'block-connected') expected.delete(String(data['hash']));
      return expected.size === 0;
    });
    expect(await running.stop()).toBe(0);
  }
});
