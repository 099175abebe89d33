/**
 * Requests per second and latency of the routes of Esplora at 1 and 32 connections, time and memory of a start, for this
 * program and, if given, another server on the same node and chain, in turn. Generates the chain if there is none, and
 * ends with a table.
 *
 *     node bench/peer/run.ts [--chain DIR] [--data DIR] [--files] [--peer COMMAND | --peer-url URL] [--runs 5]
 *         [--seconds 4] [--megabytes 220] [--txs 550000]
 *
 * `--peer` starts another server with Esplora's API, which is served without `/api`; placeholders are listed in
 * `peer-server.ts`. For the electrs of Blockstream: `--peer "electrs --network regtest --daemon-dir {nodeDir} --daemon-rpc-addr
 * 127.0.0.1:{rpcPort} --db-dir {dbDir} --http-addr 127.0.0.1:{httpPort} --electrum-rpc-addr 127.0.0.1:{freePort}"`.
 * `--peer-url` names one that runs already, such as `http://127.0.0.1:3000`; the node's RPC port is printed first, for its
 * start. The crate `electrs` has no such API: `chain/electrs.ts` compares the first index with it. `--data` keeps the index
 * for later runs.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
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
import { makeChain } from './make-chain.ts';
import { type PeerServer, startPeer } from './peer-server.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    data: { type: 'string' },
    files: { type: 'boolean', default: false },
    peer: { type: 'string' },
    'peer-url': { type: 'string' },
    megabytes: { type: 'string', default: '220' },
    txs: { type: 'string', default: '550000' },
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

/** A row of the table at the end. */
interface TableRow {
  name: string;
  connections: number;
  ours: number;
  cpuMs: number;
  peer: number | undefined;
}

function printTable(rows: readonly TableRow[]): void {
  console.log(
    '\n| route | connections | requests/s | CPU ms per request | other server | ratio |\n|---|---|---|---|---|---|',
  );
  for (const { name, connections, ours, cpuMs, peer } of rows) {
    const other = peer === undefined ? ['', ''] : [peer, (ours / peer).toFixed(2)];
    console.log(`| ${[name, connections, ours, cpuMs.toFixed(3), ...other].join(' | ')} |`);
  }
}

/** Paths of each measured route, below the API's own path. */
async function pathsOf(base: string): Promise<Record<string, string[]>> {
  const chain = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
    regulars: { address: string }[];
  };
  const busy = chain.regulars.slice(0, 10).map(({ address }) => `/address/${address}`);
  const height = await get<number>(`${base}/blocks/tip/height`);
  const blocks = await get<{ id: string; tx_count: number }[]>(`${base}/blocks/${height - 10}`);
  // the last blocks of a small chain are nearly empty
  const block = blocks.reduce((a, b) => (b.tx_count > a.tx_count ? b : a)).id;
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

if (!existsSync(join(values.chain, 'chain.json'))) await makeChain(values.chain, values.megabytes, values.txs);
const nodeDir = join(values.chain, 'node');
const node = await startCachedNode(nodeDir);
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

const peerUrl = values['peer-url'];
const peer: PeerServer | undefined =
  values.peer !== undefined
    ? await startPeer(values.peer, node, nodeDir)
    : peerUrl === undefined
      ? undefined
      : { url: peerUrl, stop: async () => undefined };
if (peer?.pid !== undefined) {
  const { memory } = await processFigures(peer.pid);
  console.log(JSON.stringify({ peerStartMs: Math.round(peer.startMs!), peerIdleMb: Math.round(memory) }));
}
const table: TableRow[] = [];
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
      if (peer !== undefined) peers.push(await load(peer.url, list, connections));
    }
    const of = (runs: Measured[], figure: keyof Measured) => median(runs.map((run) => run[figure]));
    // the load generator's warm-up is measured too
    const measuredSeconds = Number(values.seconds) + 0.5;
    const requests = ours.reduce((sum, { perSecond }) => sum + perSecond * measuredSeconds, 0);
    table.push({
      name,
      connections,
      ours: of(ours, 'perSecond'),
      cpuMs: cpuMs / requests,
      peer: peers.length === 0 ? undefined : of(peers, 'perSecond'),
    });
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
printTable(table);
await server.stop();
await peer?.stop();
await node.stop();
if (values.data === undefined) await rm(data, { recursive: true });
