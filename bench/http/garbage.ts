/**
 * Sends random, mostly malformed requests to every REST route of the running program, and compares the answers with the
 * contract.
 *
 *     node bench/http/garbage.ts [requests=20000] [seed=1]
 *     GLASSBLOCK_URL=http://127.0.0.1:8999 node bench/http/garbage.ts       a server that runs already
 *
 * Prints the requests by status, latencies beside those of `/healthz` in between, memory, and each request that got an
 * undocumented answer. Exits with 1 when there is one. Needs the addresses below 127.0.1.0 on the loopback device.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { type Endpoint, endpoints } from '@glassblock/contract';
import {
  createGarbage,
  documentedStatuses,
  type GarbageRequest,
  type Samples,
  sampleValues,
} from '../../packages/server/test/support/faults/garbage.ts';
import { launchServer, type Server } from '../index/start-server.ts';
import { machineMs, microsecondsOf, pause, timesOf, timesText } from '../live/clock.ts';
import { processFigures } from '../live/process-figures.ts';

const requests = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
const concurrent = 4;
/** One address may send this many before its budget is used up. */
const perAddress = 1_500;
/** Answers to requests that match no route, or none of its methods. */
const unmatched = [204, 302, 400, 404];
const slowMs = 1_000;

const running = process.env['GLASSBLOCK_URL'];
const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
let server: Server | undefined;
if (running === undefined) {
  const config = join(directory, 'config.json');
  await writeFile(config, JSON.stringify({ port: 0, dataDir: directory }));
  server = await launchServer(config);
}
const url = running ?? server!.url;
const agent = new Agent({ keepAlive: false });
let sent = 0;

interface Answer {
  status: number;
  text: string;
  ms: number;
}

/** Sends a request as it is: `fetch` would normalize its path. */
function send({ url: path, method, body, headers }: Omit<GarbageRequest, 'endpoint'>): Promise<Answer> {
  const { hostname: host, port } = new URL(url);
  const localAddress = `127.0.1.${1 + (Math.floor(sent++ / perAddress) % 250)}`;
  const start = machineMs();
  return new Promise((resolve) => {
    const options = { host, port, path, method, headers, agent, localAddress };
    const call = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode!, text, ms: machineMs() - start });
      });
    });
    call.on('error', (error) => resolve({ status: 0, text: error.message, ms: machineMs() - start }));
    call.end(body);
  });
}

const get = async <T>(path: string): Promise<T> => {
  const { text } = await send({ url: path, method: 'GET', body: undefined, headers: {} });
  return (/^[[{"]/.test(text) ? JSON.parse(text) : text) as T;
};

try {
  while ((await send({ url: '/readyz', method: 'GET', body: undefined, headers: {} })).status !== 200) await pause(100);
  const samples: Samples = await sampleValues(get);
  const garbage = createGarbage(seed, samples);
  const all = Object.values<Endpoint>(endpoints);
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  const slow: string[] = [];
  const times = createHistogram();
  const control = createHistogram();
  let next = 0;
  const worker = async () => {
    while (next < requests) {
      const endpoint = all[next++ % all.length]!;
      const made = garbage(endpoint);
      const { status, text, ms } = await send(made);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      times.record(microsecondsOf(ms));
      const line = `${made.method} ${made.url.slice(0, 300)} ${JSON.stringify(made.body?.slice(0, 200) ?? '')}: ${status} ${text.slice(0, 200)}`;
      const isDocumented = unmatched.includes(status) || documentedStatuses(endpoint).has(status);
      if (!isDocumented || text === 'Internal server error') wrong.push(line);
      if (ms > slowMs) slow.push(`${Math.round(ms)} ms: ${line}`);
      if (next % 20 !== 0) continue;
      control.record(microsecondsOf((await send({ url: '/healthz', method: 'GET', body: undefined, headers: {} })).ms));
    }
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', '),
  );
  console.log(`requests: ${timesText(timesOf(times))}; /healthz: ${timesText(timesOf(control))}`);
  if (server !== undefined) console.log(JSON.stringify(await processFigures(server.pid)));
  for (const line of slow.slice(0, 20)) console.log(`slow, ${line}`);
  for (const line of wrong) console.log(`undocumented: ${line}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  agent.destroy();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
