/**
 * Latency of other clients while one address uses up its limit: for each kind of request, four connections from one
 * address send without pause, while a client at another address measures small REST requests.
 *
 *     node bench/http/abuse.ts [seconds=10]
 *
 * Needs the addresses 127.0.0.2 to 127.0.0.20 on the loopback device, which Linux has. Prints a line for each kind.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { calibrate } from '../calibrate.ts';
import { startServer } from '../index/start-server.ts';
import { machineMs, microsecondsOf, pause, type Times, timesOf, timesText } from '../live/clock.ts';
import type { AbuseReport, AbuseTask } from './abuser.ts';

const seconds = Number(process.argv[2] ?? 10);
const askEveryMs = 20;
const minAddressTxs = 20;

const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const config = join(directory, 'config.json');
await writeFile(config, JSON.stringify({ port: 0, dataDir: directory }));
const server = await startServer(config);
try {
  while (!(await fetch(`${server.url}/readyz`)).ok) await pause(100);
  await untilSettled();
  const { address, block } = await findTargets();
  const brackets = { length: 9_000_000, text: '[' };
  const kinds: Record<string, Omit<AbuseTask, 'url' | 'localAddress' | 'seconds'>> = {
    'page: dashboard, shared': { path: '/' },
    'page: dashboard, with a cookie': { path: '/', isCookieSent: true },
    'page: documentation, with a cookie': { path: '/docs/api/rest', isCookieSent: true },
    'page: wallet, with a cookie': { path: '/wallet', isCookieSent: true },
    'page: address, with a cookie': { path: `/address/${address}`, isCookieSent: true },
    'page: block, with a cookie': { path: `/block/${block}`, isCookieSent: true },
    'REST: transactions of an address': { path: `/api/address/${address}/txs` },
    'REST: transactions of a block': { path: `/api/block/${block}/txs/0` },
    'REST: POST of 9 MB of brackets': { path: '/api/txs/test', body: brackets },
    'REST: POST of a string of 9 MB': { path: '/api/txs/test', body: { length: 9_000_000, text: 'a', isQuoted: true } },
  };
  await measure(2);
  console.log(`without abuse: ${timesText(await measure(seconds))}`);
  for (const [index, [name, kind]] of Object.entries(kinds).entries()) {
    const localAddress = `127.0.0.${index + 2}`;
    const child = fork(new URL('./abuser.ts', import.meta.url), { serialization: 'advanced' });
    child.send({ ...kind, url: server.url, localAddress, seconds } satisfies AbuseTask);
    const [times, [report]] = (await Promise.all([measure(seconds), once(child, 'message')])) as [Times, [AbuseReport]];
    const statuses = Object.entries(report.statuses).map(([status, count]) => `${count} x ${status}`);
    console.log(`${name}: ${timesText(times)}; abuser: ${statuses.join(', ')}, ${(report.bytes / 1e6).toFixed(1)} MB`);
    await pause(1_000);
  }
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
console.log(JSON.stringify({ calibration: Math.round(calibrate()) }));

/** Waits until the Liquid network of the demo has blocks too, and V8 has collected the garbage of the start. */
async function untilSettled(): Promise<void> {
  for (;;) {
    const blocks = await fetch(`${server.url}/liquid/api/v1/blocks`);
    if (blocks.ok && ((await blocks.json()) as unknown[]).length > 0) break;
    await pause(500);
  }
  await pause(20_000);
}

/** Returns an address of the newest blocks with some transactions, and the newest block. */
async function findTargets(): Promise<{ address: string; block: string }> {
  const get = async (path: string) => (await fetch(server.url + path)).json();
  const block = await (await fetch(`${server.url}/api/blocks/tip/hash`)).text();
  const txs = (await get(`/api/block/${block}/txs/0`)) as { vout: { scriptpubkey_address?: string }[] }[];
  for (const { scriptpubkey_address: address } of txs.flatMap(({ vout }) => vout)) {
    if (address === undefined) continue;
    const { chain_stats: stats } = (await get(`/api/address/${address}`)) as { chain_stats: { tx_count: number } };
    if (stats.tx_count >= minAddressTxs) return { address, block };
  }
  throw new Error(`no address with ${minAddressTxs} transactions`);
}

/** Measures small REST requests for a time. */
async function measure(forSeconds: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true });
  const histogram = createHistogram();
  const paths = ['/api/blocks/tip/height', '/api/mempool', '/api/v1/fees/recommended'];
  const endMs = machineMs() + forSeconds * 1_000;
  for (let count = 0; machineMs() < endMs; count++) {
    const startMs = machineMs();
    await new Promise<void>((resolve, reject) => {
      const sent = request(server.url + paths[count % paths.length], { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
    histogram.record(microsecondsOf(machineMs() - startMs));
    await pause(askEveryMs);
  }
  agent.destroy();
  return timesOf(histogram);
}
