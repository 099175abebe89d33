/**
 * Services with many users and accelerations, over HTTP: requests per second, latency and processor time of estimates,
 * of each list of accelerations and of each list of an account. Load comes from another process.
 *
 *     node bench/services/run.ts [--accounts 10000] [--accelerations 100000] [--seconds 3] [--postgres URL]
 *
 * In PostgreSQL the schema `glassblock` is filled: use an empty database, such as that of
 *
 *     scripts/with-postgres node bench/services/run.ts
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDevnode } from '@glassblock/devnode';
import { networks } from '@glassblock/primitives';
import { openDatabase } from '@glassblock/services';
import { calibrate } from '../calibrate.ts';
import { type Server, startServer } from '../index/start-server.ts';
import { processFigures } from '../live/process-figures.ts';
import { fillServices, type MadeServices } from './made-services.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '10000' },
    accelerations: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    // of scripts/with-postgres
    postgres: { type: 'string', default: process.env['GLASSBLOCK_TEST_POSTGRES'] },
  },
});
const services = '/api/v1/services/accelerator';
const mempoolSize = 2_000;
const report = (figures: object) => console.log(JSON.stringify(figures));

/** Requests of one route. */
interface Requests {
  route: string;
  /** Lines of the load generator. */
  lines: string[];
  /** At the same time; default 1. */
  connections?: number;
}

const requests = (route: string, line: (index: number) => string, connections = 1): Requests => ({
  route,
  lines: Array.from({ length: 1_000 }, (_, index) => line(index)),
  connections,
});

/** Runs the load generator. The processor time is that of all threads of the server, which is idle otherwise. */
async function measure(
  { url, pid }: Server,
  header: string,
  { route, lines, connections = 1 }: Requests,
): Promise<void> {
  const file = fileURLToPath(new URL('../peer/load.ts', import.meta.url));
  const load = spawn(process.execPath, [file, url, String(connections), values.seconds, header], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { cpu } = await processFigures(pid);
  load.stdin.end(lines.join('\n'));
  const figures = JSON.parse(await text(load.stdout)) as { perSecond: number };
  const cpuMs = 1_000 * ((await processFigures(pid)).cpu - cpu);
  // the load generator warms up for half a second before it counts
  const count = figures.perSecond * (Number(values.seconds) + 0.5);
  report({ route, connections, ...figures, cpuMs: Number((cpuMs / count).toFixed(2)) });
}

/** Lists of accelerations; queries differ, so that no cache of answers has them. */
function publicLists({ now, txids, heights, hashes, miningPools }: MadeServices): Requests[] {
  const hour = (index: number) => now - 3_600 * (1 + index);
  const page = (index: number, pages = 400) => `page=${1 + (index % pages)}&pageLength=50`;
  const of = <T>(list: readonly T[], index: number): T => list[(index * 601) % list.length]!;
  const history = (about: string, query: (index: number) => string) =>
    requests(`history, ${about}`, (index) => `${services}/accelerations/history?${query(index)}`);
  const stats = (about: string, query: (index: number) => string) =>
    requests(`stats, ${about}`, (index) => `${services}/accelerations/stats?${query(index)}`);
  return [
    requests('active', () => `${services}/accelerations`),
    history('pages', page),
    history('last pages of all', (i) => `timeframe=all&pageLength=50&page=${1_900 + (i % 100)}`),
    history('completed of a year', (i) => `status=completed&timeframe=1y&${page(i)}`),
    history('failed, all', (i) => `status=failed,failed_provisional&timeframe=all&${page(i)}`),
    history('requested, none', (i) => `status=requested&timeframe=all&${page(i)}`),
    history('by mining pool', (i) => `minedByPoolUniqueId=${of(miningPools, i)}&timeframe=all&${page(i, 50)}`),
    history('by unknown mining pool', (i) => `minedByPoolUniqueId=${90_000 + i}&timeframe=all`),
    history('from and to', (i) => `from=${hour(i + 200)}&to=${hour(i)}`),
    history('completed from the start', (i) => `from=1&to=${hour(i)}&status=completed`),
    history('by height', (i) => `blockHeight=${of(heights, i)}&timeframe=all`),
    history('by block hash', (i) => `blockHash=${of(hashes, i)}&timeframe=all`),
    history('by unknown block hash', (i) => `blockHash=${i.toString(16).padStart(64, '0')}&timeframe=all`),
    requests('one transaction', (i) => `${services}/accelerations/${of(txids, i)}`),
    requests('aggregated, all', () => `${services}/accelerations/history/aggregated?timeframe=all`),
    stats('all', () => 'timeframe=all'),
    stats('by mining pool', (i) => `timeframe=all&poolUniqueId=${i}`),
    stats('from and to', (i) => `from=${hour(i + 8_000)}&to=${hour(i)}`),
    stats('by height', (i) => `blockHeight=${of(heights, i)}`),
    requests('recent month', () => '/api/v1/accelerations/recent/1m'),
    requests('recent month of a mining pool', () => '/api/v1/accelerations/pool/antpool'),
  ];
}

/** Lists of the user with the most accelerations. */
const ownLists: Requests[] = [
  requests('own history', () => `${services}/history?status=all`),
  requests('own history with events', () => `${services}/history?status=all&details=true`),
  requests('own history, failed', () => `${services}/history?status=failed`),
  requests('top-up history', () => `${services}/top-up-history`),
  requests('balance', () => `${services}/balance`),
  requests('automatic accelerations', () => `${services}/auto-accelerate/history`),
];

const directory = await mkdtemp(join(tmpdir(), 'glassblock-services-bench-'));
const node = await createDevnode({
  profile: 'core31',
  seed: 1,
  live: false,
  blocks: 60,
  mempoolSize,
  network: networks.regtest,
});
try {
  const config = join(directory, 'glassblock.json');
  const miners = [{ name: 'own', node: node.rpcUrl }];
  const own = { dataDir: directory, port: 0, threads: 0, requestsPerMinute: 0 };
  const place = values.postgres === undefined ? {} : { postgres: values.postgres };

  await writeFile(
    config,
    JSON.stringify({
      ...own,
      networks: [{ name: 'regtest', node: node.rpcUrl }],
      services: { baseFee: 500, miners, ...place },
    }),
  );
  const files = join(directory, 'services');
  await mkdir(files, { mode: 0o700 });
  const database = await openDatabase(
    values.postgres === undefined
      ? { kind: 'sqlite', path: join(files, 'services.db') }
      : { kind: 'postgres', url: values.postgres },
  );
  const startMs = performance.now();
  const made = await fillServices(database, {
    accounts: Number(values.accounts),
    accelerations: Number(values.accelerations),
    // open accelerations must be in the mempool: otherwise they fail at the first check
    open: (await mempoolOf(node.rpcUrl)).slice(0, mempoolSize / 2),
  });
  // as a server that has had the rows for years: otherwise PostgreSQL vacuums them during the measurement
  if (values.postgres !== undefined) execFileSync('psql', [values.postgres, '--quiet', '--command', 'vacuum analyze']);
  await database.destroy();
  report({ filledMs: Math.round(performance.now() - startMs), calibrationMs: calibrate().toFixed(1) });
  const server = await startServer(config);
  try {
    const quoted = await quotableOf(server.url, await mempoolOf(node.rpcUrl));
    const estimate = (i: number) => `${services}/estimate\t${JSON.stringify({ txInput: quoted[i % quoted.length] })}`;
    report({ quoted: quoted.length });
    for (const connections of [1, 8]) await measure(server, '', requests('estimate', estimate, connections));
    for (const each of publicLists(made)) await measure(server, '', each);
    const key = `X-Mempool-Auth: ${made.key}`;
    await measure(server, key, requests('estimate of a user', estimate, 8));
    for (const each of ownLists) await measure(server, key, each);
  } finally {
    await server.stop();
  }
} finally {
  await node.stop();
  await rm(directory, { recursive: true });
}

async function mempoolOf(url: string): Promise<string[]> {
  const body = JSON.stringify({ id: 1, method: 'getrawmempool', params: [] });
  const { origin, username, password } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const response = await fetch(origin, { method: 'POST', body, headers: { authorization } });
  return ((await response.json()) as { result: string[] }).result;
}

/** Waits until the mempool is loaded. @returns transactions that are not accelerated and have a quote */
async function quotableOf(url: string, txids: readonly string[]): Promise<string[]> {
  const ask = (txid: string) =>
    fetch(`${url}${services}/estimate`, { method: 'POST', body: JSON.stringify({ txInput: txid }) });
  for (let isLoaded = false; !isLoaded; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const answer = (await (await fetch(`${url}/api/mempool`)).json().catch(() => ({}))) as { count?: number };
    isLoaded = answer.count !== undefined && answer.count >= txids.length;
  }
  const found: string[] = [];
  for (const txid of txids) if ((await ask(txid)).status === 200) found.push(txid);
  return found;
}
