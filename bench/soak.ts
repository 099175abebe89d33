/**
 * Runs the program for an hour with the simulated node at ten times its speed, with reorgs and random restarts of both
 * sides; every minute the node is frozen and everything is compared.
 *
 *     node bench/soak.ts [minutes=60] [speed=10] [seed=1]
 *
 * Compared with the node: txids of the mempool, totals, the tip, totals of the projected blocks, and the state of a
 * client that only follows the socket. Exits with 1 on a difference.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MempoolBlock, NetworkState } from '@glassblock/contract';
import { createNodeClient, fieldsOf, numberField, parseNodeUrl } from '@glassblock/node';
import { seededRandom } from '@glassblock/primitives';
import { median } from './calibrate.ts';
import { launchServer, type Server } from './index/start-server.ts';
import { machineMs, pause } from './live/clock.ts';
import { startDrivenNode } from './live/driven-node.ts';
import { followMempool, type MempoolFollower, wholeBlock } from './live/mempool-follower.ts';
import { processFigures } from './live/process-figures.ts';

const minutes = Number(process.argv[2] ?? 60);
const speed = Number(process.argv[3] ?? 10);
const seed = Number(process.argv[4] ?? 1);
const compareEveryMs = 60_000;
const sampleEveryMs = 5_000;
/** Maximum time until both sides agree, once everything runs again and nothing changes. */
const timeoutMs = 90_000;
const retryMs = 100;
/**
 * The node runs for this long after an incident before it is frozen: messages lost before its feed was connected again
 * would only be noticed by the next full comparison of the mempool, two minutes later.
 */
const aftermathMs = 5_000;

const random = seededRandom(seed);
const below = (n: number) => Math.floor(random() * n);
const driven = await startDrivenNode(speed, seed);
const { devnode } = driven;
const client = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl), connections: 2 });
const dataDir = await mkdtemp(join(tmpdir(), 'glassblock-soak-'));
const config = join(dataDir, 'config.json');
const networks = [{ name: 'demo', node: devnode.rpcUrl }];
await writeFile(
  config,
  JSON.stringify({
    port: 0,
    dataDir,
    requestsPerMinute: 0,
    maxSocketsPerAddress: 0,
    maxStreamsPerAddress: 0,
    networks,
  }),
);

// ---- both sides

let server: Server | undefined;
let follower: MempoolFollower | undefined;
let isEnding = false;

async function startServer(): Promise<void> {
  const started = await launchServer(config);
  server = started;
  follower = followMempool(started.url);
  void started.exited.then(() => {
    if (server === started && !isEnding) diverge('the server crashed', '');
  });
}

async function stopServer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const stopped = server!;
  server = undefined;
  follower?.close();
  await stopped.stop(signal);
}

/** The simulated node's feed may not have released its port yet. */
async function startNode(start = () => devnode.start()): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      await pause(retryMs);
      start = () => devnode.start();
    }
  }
  throw new Error('the port of the node stays in use');
}

// ---- incidents

const done: Record<string, number> = {};
const lives = async (ms: number) => {
  // Changes during downtime must be detected afterwards.
  if (random() < 0.3) driven.freeze();
  await pause(ms);
  driven.live();
};
const incidents: readonly (readonly [weight: number, name: string, happen: () => Promise<void>])[] = [
  [
    3,
    'server killed',
    async () => {
      await stopServer('SIGKILL');
      await lives(below(10_000));
      await startServer();
    },
  ],
  [
    2,
    'server restarted',
    async () => {
      await stopServer('SIGTERM');
      await lives(below(10_000));
      await startServer();
    },
  ],
  [
    2,
    'node restarted',
    async () => {
      await startNode(() => devnode.commands.restart());
    },
  ],
  [
    3,
    'node stopped',
    async () => {
      await devnode.stop();
      await lives(500 + below(15_000));
      await startNode();
    },
  ],
  [
    1,
    'server killed while the node is stopped',
    async () => {
      await devnode.stop();
      await stopServer('SIGKILL');
      await lives(below(5_000));
      await startServer();
      await lives(below(5_000));
      await startNode();
    },
  ],
  [
    3,
    'reorg',
    async () => {
      const depth = 1 + below(4);
      devnode.commands.reorg(depth, {
        manner: random() < 0.5 ? 'invalidate' : 'overtake',
        length: depth + 1 + below(2),
      });
    },
  ],
];

async function injectIncident(): Promise<void> {
  let left = random() * incidents.reduce((sum, [weight]) => sum + weight, 0);
  const [, name, happen] = incidents.find(([weight]) => (left -= weight) < 0)!;
  await happen();
  done[name] = (done[name] ?? 0) + 1;
  lastIncident = name;
  lastIncidentMs = machineMs();
}
let lastIncident = 'start';
let lastIncidentMs = machineMs();

// ---- comparison

let divergences = 0;
function diverge(what: string, details: string): void {
  divergences++;
  console.log(`DIVERGENCE ${minutesGone().toFixed(1)} min, after ${lastIncident}: ${what} ${details}`);
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(server!.url + path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const text = await response.text();
  return (/^[[{]/.test(text) ? JSON.parse(text) : text) as T;
}

/** Describes a difference; undefined if there is none. */
type Difference = () => Promise<string | undefined>;

/**
 * Waits until there is no difference.
 * @returns milliseconds
 */
async function until(what: string, difference: Difference): Promise<number> {
  const began = machineMs();
  for (;;) {
    const found = await difference().catch((error: unknown) => String(error));
    const waited = machineMs() - began;
    if (found === undefined) return waited;
    if (waited > timeoutMs) {
      diverge(what, found);
      return waited;
    }
    await pause(retryMs);
  }
}

function setDifference(ours: Iterable<string>, theirs: Iterable<string>): string | undefined {
  const [own, other] = [new Set(ours), new Set(theirs)];
  const extra = [...own].filter((one) => !other.has(one));
  const missing = [...other].filter((one) => !own.has(one));
  if (extra.length + missing.length === 0) return undefined;
  return `${extra.length} unexpected (${extra.slice(0, 3)}), ${missing.length} missing (${missing.slice(0, 3)})`;
}

const textOf = (value: unknown) => JSON.stringify(value);
const sameText = (ours: unknown, theirs: unknown) =>
  textOf(ours) === textOf(theirs) ? undefined : `${textOf(ours)} expected ${textOf(theirs)}`;

const settles: number[] = [];
async function compare(): Promise<void> {
  await pause(Math.max(0, lastIncidentMs + aftermathMs - machineMs()));
  driven.freeze();
  const tip = await until('tip', async () =>
    sameText(await ask<string>('/api/blocks/tip/hash'), await client.rpc('getbestblockhash')),
  );
  const theirs = (await client.rpc('getrawmempool')) as string[];
  const info = fieldsOf(await client.rpc('getmempoolinfo'), 'getmempoolinfo');
  const totals = [theirs.length, Math.round(1e8 * numberField(info, 'total_fee'))];
  const ids = await until('txids of the mempool', async () =>
    setDifference(await ask<string[]>('/api/mempool/txids'), theirs),
  );
  settles.push(tip + ids);
  await until('totals of the mempool', async () => {
    const { count, total_fee } = await ask<{ count: number; total_fee: number }>('/api/mempool');
    return sameText([count, total_fee], totals);
  });
  await until('projected blocks', async () => {
    const blocks = await ask<MempoolBlock[]>('/api/v1/fees/mempool-blocks');
    const sum = (pick: (block: MempoolBlock) => number) => blocks.reduce((total, block) => total + pick(block), 0);
    return sameText([sum(({ nTx }) => nTx), sum(({ totalFees }) => totalFees)], totals);
  });
  await until('state', async () => {
    const { node, index, mempool } = await ask<NetworkState>('/api/glass/v1/state');
    return sameText([node.state, index.synced, mempool.synced], ['ready', true, true]);
  });
  await until('mempool of the socket client', async () => setDifference(follower?.mempool ?? ['none'], theirs));
  await until('first projected block of the socket client', async () => {
    const whole = await wholeBlock(server!.url);
    const rates = (block: ReadonlyMap<string, number>) => Array.from(block, ([txid, rate]) => `${txid} ${rate}`);
    return setDifference(rates(follower?.block ?? new Map([['none', 0]])), rates(whole));
  });
  const { memory } = await processFigures(server!.pid);
  console.log(
    `${minutesGone().toFixed(1)} min: height ${devnode.state.chain.height}, mempool ${theirs.length}, tip synced after ${tip.toFixed(0)} ms, mempool after ${ids.toFixed(0)} ms, ` +
      `${memory.toFixed(0)} MB, gaps of the socket client ${follower?.gaps}, last incident ${lastIncident}; load ${loadavg()[0]!.toFixed(1)}`,
  );
  driven.live();
}

// ---- main loop

const began = machineMs();
const minutesGone = () => (machineMs() - began) / 60_000;
const samples: { minute: number; memory: number }[] = [];
const sampling = setInterval(() => {
  if (server === undefined) return;
  const taken = minutesGone();
  void processFigures(server.pid).then(
    ({ memory }) => samples.push({ minute: taken, memory }),
    () => undefined,
  );
}, sampleEveryMs);

// Stops the server however this process ends.
process.on('exit', () => {
  if (server !== undefined) process.kill(server.pid, 'SIGKILL');
});
await startServer();
driven.live();
let nextCompare = machineMs() + compareEveryMs;
let nextIncident = machineMs() + 30_000;
while (minutesGone() < minutes) {
  const now = machineMs();
  if (now >= nextIncident) {
    await injectIncident();
    nextIncident = machineMs() + 15_000 + below(45_000);
  } else if (now >= nextCompare) {
    await compare();
    nextCompare = Math.max(nextCompare + compareEveryMs, machineMs());
  } else await pause(Math.min(nextCompare, nextIncident) - now);
}
await compare();
clearInterval(sampling);

const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
const ends = Math.min(10, minutes / 2);
const inMinutes = (from: number, to: number) =>
  samples.filter(({ minute }) => minute >= from && minute < to).map(({ memory }) => memory);
console.log(
  `${minutes} minutes at ${speed} times the demo's speed: ${settles.length} comparisons, ${divergences} divergences; ` +
    `${driven.counts.txs} transactions, ${driven.counts.blocks} blocks`,
);
console.log(
  `incidents: ${Object.entries(done)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
);
console.log(`in sync after: median ${median(settles).toFixed(0)} ms, at most ${Math.max(...settles).toFixed(0)} ms`);
console.log(
  `memory of the server: first ${ends} minutes ${mean(inMinutes(0, ends)).toFixed(0)} MB, last ${ends} ` +
    `${mean(inMinutes(minutes - ends, Number.POSITIVE_INFINITY)).toFixed(0)} MB, peak ${Math.max(...samples.map(({ memory }) => memory)).toFixed(0)} MB`,
);
isEnding = true;
await stopServer('SIGTERM');
await devnode.stop();
await client.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(divergences === 0 ? 0 : 1);
