/**
 * Requests per second and latency of the routes of Esplora at 1 and 32 connections, time and memory of a start, for this
 * program and, if given, another server on the same node and chain, in turn.
 *
 *     node bench/peer/run.ts --chain DIR [--data DIR] [--files] [--peer URL] [--runs 5] [--seconds 4]
 *
 * `--peer` is the URL of a running server with Esplora's API, such as `http://127.0.0.1:3000`, without `/api`; the node's
 * RPC port is printed first, for its start. `--data` keeps the index for later runs.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibrate, median } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';
import { startServer, writeConfig } from '../index/start-server.ts';
import { processFigures } from '../live/process-figures.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    data: { type: 'string' },
    files: { type: 'boolean', default: false },
    peer: { type: 'string' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  meanBytes: number;
}

/** Runs the load generator. */
async function load(url: string, paths: readonly string[], connections: number): Promise<Measured> {
  const file = fileURLToPath(new URL('./load.ts', import.meta.url));
  const child = spawn(process.execPath, [file, url, String(connections), values.seconds], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(paths.join('\n'));
  return (await json(child.stdout)) as Measured;
}

async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

/** Paths of each measured route, below the API's own path. */
async function pathsOf(base: string): Promise<Record<string, string[]>> {
  const chain = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
    regulars: { address: string }[];
  };
  const busy = chain.regulars.slice(0, 10).map(({ address }) => `/address/${address}`);
  const height = await get<number>(`${base}/blocks/tip/height`);
  const block = await (await fetch(`${base}/block-height/${height - 10}`)).text();
  const txids = (await get<string[]>(`${base}/block/${block}/txids`)).slice(1, 101);
  const txs = await get<{ vout: { scriptpubkey_address?: string }[] }[]>(`${base}/block/${block}/txs/25`);
  const addresses = txs.flatMap(({ vout }) => vout.map((output) => output.scriptpubkey_address));
  const quiet = addresses.filter((address) => address !== undefined).slice(0, 50);
  return {
    'tip/height': ['/blocks/tip/height'],
    'address with few transactions': quiet.map((address) => `/address/${address}`),
    'its txs': quiet.map((address) => `/address/${address}/txs`),
    'address with 1,000': busy,
    'txs of 1,000': busy.map((path) => `${path}/txs`),
    'utxo of 1,000': busy.map((path) => `${path}/utxo`),
    tx: txids.map((txid) => `/tx/${txid}`),
    outspends: txids.map((txid) => `/tx/${txid}/outspends`),
    'block/:hash/txs/0': [`/block/${block}/txs/0`],
  };
}

const node = await startCachedNode(join(values.chain, 'node'));
console.log(JSON.stringify({ rpcPort: node.rpcPort, cookie: node.cookieFile, calibrationMs: calibrate() }));
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'glassblock-bench-')));
const config = await writeConfig(data, node, {
  ownBodies: false,
  blocksDir: values.files ? join(values.chain, 'node') : 'none',
});
await (await startServer(config)).stop();
const beganMs = performance.now();
const server = await startServer(config);
const startMs = performance.now() - beganMs;
const idle = await processFigures(server.pid);
console.log(JSON.stringify({ startMs: Math.round(startMs), idleMb: Math.round(idle.memory) }));

const paths = await pathsOf(`${server.url}/api`);
for (const [name, list] of Object.entries(paths)) {
  for (const connections of [1, 32]) {
    const ours: Measured[] = [];
    const peers: Measured[] = [];
    let cpuMs = 0;
    for (let run = 0; run < Number(values.runs); run++) {
      const before = await processFigures(server.pid);
      ours.push(
        await load(
          server.url,
          list.map((path) => `/api${path}`),
          connections,
        ),
      );
      cpuMs += 1_000 * ((await processFigures(server.pid)).cpu - before.cpu);
      if (values.peer !== undefined) peers.push(await load(values.peer, list, connections));
    }
    const of = (runs: Measured[], figure: keyof Measured) => median(runs.map((run) => run[figure]));
    const requests = ours.reduce((sum, { perSecond }) => sum + perSecond * Number(values.seconds), 0);
    console.log(
      JSON.stringify({
        name,
        connections,
        perSecond: of(ours, 'perSecond'),
        p50Ms: of(ours, 'p50Ms'),
        p99Ms: of(ours, 'p99Ms'),
        cpuMsPerRequest: Number((cpuMs / requests).toFixed(3)),
        ...(peers.length === 0
          ? {}
          : {
              peerPerSecond: of(peers, 'perSecond'),
              peerP50Ms: of(peers, 'p50Ms'),
              ratio: Number((of(ours, 'perSecond') / of(peers, 'perSecond')).toFixed(2)),
            }),
      }),
    );
  }
}
console.log(JSON.stringify({ loadedMb: Math.round((await processFigures(server.pid)).memory) }));
await server.stop();
await node.stop();
if (values.data === undefined) await rm(data, { recursive: true });
