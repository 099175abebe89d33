/**
 * Figures of LevelDB, one node of Apache Cassandra and three (three replicas), on one generated chain: time from the start of
 * the program to the tip, latency of addresses, and requests per second with one, two and three serving processes.
 *
 *     node bench/scale/figures.ts [--megabytes 24] [--seconds 8] [--chain DIR]
 *
 * A chain below 50 MB is connected block by block; a larger one is built in bulk, and takes longer. Prints a table.
 * Serving processes share the processors with their clients and the cluster, so compare processor time, which is printed
 * beside wall time. Needs Java 17, nats-server, and about 4 GB of memory.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { freePorts } from '@glassblock/node/testing';
import { type Program, startProgram } from '../../packages/server/test/support/program.ts';
import { type CassandraNode, startCassandra } from '../../scripts/cassandra/start-cassandra.ts';
import { startNats } from '../../scripts/nats/start-nats.ts';
import { calibrate } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';
import type { ChainReport } from '../chain/report.ts';
import { processFigures } from '../live/process-figures.ts';
import { askEach, loadFor, quantiles } from './figure-load.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '8' },
    chain: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const directory = await mkdtemp(join(tmpdir(), 'glassblock-figures-'));
const chainAt = values.chain ?? join(directory, 'chain');
const endings: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
const began = performance.now();

const cpuOf = async (pids: readonly number[]) => {
  const figures = await Promise.all(pids.map(processFigures));
  return figures.reduce((sum, { cpu }) => sum + cpu, 0);
};
const pidOf = ({ child }: Program) => child.pid!;

/** The chain is made once; 400 bytes of it are one transaction. */
async function openChain(): Promise<ChainReport> {
  const file = join(chainAt, 'chain.json');
  if (!existsSync(file)) {
    const maker = new URL('../chain/make.ts', import.meta.url).pathname;
    const megabytes = Number(values.megabytes);
    const words = ['--megabytes', String(megabytes), '--txs', String(megabytes * 2_500), '--seed', '1'];
    await promisify(execFile)(process.execPath, [maker, '--out', chainAt, ...words], { maxBuffer: 1e8 });
  }
  return JSON.parse(await readFile(file, 'utf8')) as ChainReport;
}

/** Starts nodes of a cluster on addresses of the loopback network; all have the same ports but that of their management. */
async function startCluster(count: number): Promise<{ nodes: CassandraNode[]; store: string }> {
  const [storage, ssl, native, ...management] = await freePorts(3 + count);
  const addresses = Array.from({ length: count }, (_, i) => `127.0.0.${i + 1}`);
  const nodes: CassandraNode[] = [];
  for (const [i, address] of addresses.entries()) {
    const ports = [storage!, ssl!, native!, management[i]!];
    const seeds = count === 1 ? {} : { seeds: addresses.slice(0, 1) };
    nodes.push(await startCassandra({ address, ...seeds, ports, heapMegabytes: count === 1 ? 512 : 384 }));
    endings.push(() => nodes[i]!.stop());
  }
  return { nodes, store: `cassandra://${addresses.map((address) => `${address}:${native}`).join(',')}/figures` };
}

const report = await openChain();
const megabytes = report.figures.bytes / 1e6;
const node = await startCachedNode(join(chainAt, 'node'));
endings.push(() => node.stop());
const settings = join(directory, 'settings.json');
await writeFile(settings, JSON.stringify({ requestsPerMinute: 0, drainSeconds: 0, maxSocketsPerAddress: 0 }));
const common = [
  ...['--config', settings, '--node', `http://127.0.0.1:${node.rpcPort}`, '--cookie', node.cookieFile],
  ...['--network', 'regtest', '--threads', '0', '--memory', '256MB'],
];

async function launch(name: string, words: readonly string[]): Promise<Program> {
  const dataDir = join(directory, name);
  await mkdir(dataDir, { recursive: true });
  const program = await startProgram([...common, '--data-dir', dataDir, ...words]);
  endings.push(async () => program.child.kill('SIGKILL'));
  return program;
}

/** Waits for the tip; requests the state ten times per second. */
async function complete(program: Program): Promise<void> {
  for (;;) {
    const { text } = await program.status('/api/glass/v1/state');
    const { index } = JSON.parse(text) as { index: { height: number | null; nodeHeight: number | null } };
    if (index.height !== null && index.height === index.nodeHeight) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Addresses of outputs of the newest blocks. */
async function addressesOf(program: Program, count: number): Promise<string[]> {
  const height = Number((await program.status('/api/blocks/tip/height')).text);
  const found = new Set<string>();
  for (let at = height; found.size < count && at > 0; at--) {
    const { text: hash } = await program.status(`/api/block-height/${at}`);
    const { text } = await program.status(`/api/block/${hash}/txs/0`);
    const txs = JSON.parse(text) as { vout: { scriptpubkey_address?: string }[] }[];
    for (const { vout } of txs)
      for (const { scriptpubkey_address: address } of vout.slice(0, 2)) if (address !== undefined) found.add(address);
  }
  return [...found].slice(0, count);
}

const rounded = (value: number, digits = 1) => value.toFixed(digits);

/** Builds an index with one process, and requests addresses from it. */
async function measureEngine(
  name: string,
  store: string | undefined,
  cluster: readonly CassandraNode[],
): Promise<void> {
  const others = cluster.map(({ pid }) => pid);
  const before = await cpuOf(others);
  const start = performance.now();
  const program = await launch(`sync-${name.replaceAll(/\W/g, '')}`, store === undefined ? [] : ['--store', store]);
  await complete(program);
  const seconds = (performance.now() - start) / 1_000;
  const [own, their] = [await cpuOf([pidOf(program)]), (await cpuOf(others)) - before];
  say(
    `| ${name} | sync ${rounded(megabytes)} MB | ${rounded(megabytes / seconds)} MB/s | ${rounded(seconds)} s, CPU ${rounded(own)} s, cluster ${rounded(their)} s |`,
  );
  const addresses = await addressesOf(program, 300);
  for (const [label, path] of [
    ['address totals', ''],
    ['address transactions', '/txs'],
  ] as const) {
    for (const kind of ['first', 'again']) {
      const at = await cpuOf([pidOf(program)]);
      const times = await askEach(addresses.map((address) => `${urlOf(program)}/api/address/${address}${path}`));
      const cpu = (1_000 * ((await cpuOf([pidOf(program)])) - at)) / addresses.length;
      say(`| ${name} | ${label}, ${kind} | ${quantiles(times)} | CPU ${rounded(cpu, 2)} ms each |`);
    }
  }
  await program.stop();
}

const urlOf = ({ log }: Program): string => {
  const line = log.map((text) => JSON.parse(text) as { event?: string; url?: string }).find(({ url }) => url);
  return line!.url!.replace(/\/$/, '');
};

/** Loads serving processes of one site. */
async function measureServing(store: string, cluster: readonly CassandraNode[]): Promise<void> {
  const bus = await startNats();
  endings.push(() => bus.stop());
  const shared = ['--store', store, '--bus', `nats://${bus.address}`];
  const follower = await launch('follow', ['--role', 'follow', ...shared]);
  const serving: Program[] = [];
  for (let i = 1; i <= 3; i++) serving.push(await launch(`serve-${i}`, ['--role', 'serve', ...shared]));
  for (const program of serving) await complete(program);
  const addresses = await addressesOf(serving[0]!, 500);
  const paths = addresses.flatMap((address, i) => [
    `/api/address/${address}`,
    `/api/block-height/${1 + (i % 100)}`,
    ...['/api/blocks/tip/height', '/api/v1/fees/recommended'],
  ]);
  const others = [...cluster.map(({ pid }) => pid), pidOf(follower)];
  // every process has answered before it is measured
  for (const program of serving) await loadFor(1_000, [urlOf(program)], paths);
  for (let count = 1; count <= serving.length; count++) {
    const used = serving.slice(0, count);
    const [own, their] = [await cpuOf(used.map(pidOf)), await cpuOf(others)];
    const { requests, failures, seconds, times } = await loadFor(
      Number(values.seconds) * 1_000,
      used.map(urlOf),
      paths,
    );
    const each = (1_000 * ((await cpuOf(used.map(pidOf))) - own)) / requests;
    const rest = (1_000 * ((await cpuOf(others)) - their)) / requests;
    say(
      `| ${count} serving | ${Math.round(requests / seconds)} requests/s, ${failures} failed | ${quantiles(times)} | CPU ${rounded(each, 3)} ms each, cluster and follower ${rounded(rest, 3)} ms |`,
    );
  }
}

try {
  say(`calibration ${rounded(calibrate(), 2)}; chain of ${rounded(megabytes)} MB, ${report.figures.txs} transactions`);
  say('| engine | what | figure | wall and CPU |\n|---|---|---|---|');
  await measureEngine('LevelDB', undefined, []);
  const one = await startCluster(1);
  await measureEngine('Cassandra, 1 node', one.store, one.nodes);
  await measureServing(one.store, one.nodes);
  for (const end of endings.splice(2).reverse()) await end();
  const three = await startCluster(3);
  await measureEngine('Cassandra, 3 nodes', three.store, three.nodes);
  say(`took ${rounded((performance.now() - began) / 1_000, 0)} s`);
} finally {
  for (const end of endings.splice(0).reverse()) await end();
}
process.exit(0);
