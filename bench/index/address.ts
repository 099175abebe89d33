/**
 * Latency of answers for the busiest address of a generated chain compared with addresses of 1,000 transactions, in
 * milliseconds, measured from another process.
 *
 *     node bench/index/address.ts --chain DIR [--bodies] [--files] [--cold] [--rounds 40] [--data DIR]
 *
 * Builds the index in a new directory with the real program, then sends requests. `rows`: answers without transaction
 * bodies. `warm`: the same page repeatedly. `each once`: all pages of the addresses of 1,000. `cold`: the same after a
 * restart.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCachedNode } from '../chain/cached-node.ts';
import { startServer, writeConfig } from './start-server.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    rounds: { type: 'string', default: '40' },
    data: { type: 'string' },
    bodies: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
  },
});
const chain = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
  big: { address: string; transactions: number; fundedSats: number };
  regulars: { address: string }[];
};
const node = await startCachedNode(join(values.chain, 'node'));
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'glassblock-bench-')));
const config = await writeConfig(data, node, {
  ownBodies: values.bodies,
  blocksDir: values.files ? join(values.chain, 'node') : undefined,
});

async function ask(url: string): Promise<{ ms: number; body: unknown }> {
  const began = performance.now();
  const answer = await fetch(url);
  const text = await answer.text();
  const ms = performance.now() - began;
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return { ms, body: JSON.parse(text) };
}

const summaryOf = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
  return { n: times.length, p50: at(0.5), p99: at(0.99) };
};

const rounds = Number(values.rounds);
let server = await startServer(config);
const say = (name: string, times: number[]) => console.log(JSON.stringify({ name, ...summaryOf(times) }));

/** Returns evenly spaced txids of the address, by paging through the summary. */
async function cursorsOf(address: string, wanted: number): Promise<string[]> {
  const all: string[] = [];
  let last = '';
  for (;;) {
    const { body } = await ask(`${server.url}/api/address/${address}/txs/summary${last && `/${last}`}?max_txs=5000`);
    const page = body as { txid: string }[];
    for (const { txid } of page) all.push(txid);
    if (page.length < 5000) break;
    last = page.at(-1)!.txid;
  }
  console.log(JSON.stringify({ name: 'paged summary', transactions: all.length }));
  return Array.from({ length: wanted }, (_, i) => all[Math.floor((i * (all.length - 30)) / (wanted - 1))]!);
}

async function rowsOnly(label: string, address: string, cursors: readonly string[]): Promise<void> {
  const base = `${server.url}/api/address/${address}`;
  const middle = cursors[cursors.length >> 1]!;
  const paths = {
    totals: '',
    'summary, first 25': '/txs/summary?max_txs=25',
    'summary, middle 25': `/txs/summary/${middle}?max_txs=25`,
    'summary, last 25': `/txs/summary/${cursors.at(-1)}?max_txs=25`,
    'summary, 5,000': '/txs/summary?max_txs=5000',
    'summary, 500': '/txs/summary?max_txs=500',
    'unspent, 500': '/utxo?limit=500',
    'unspent, 5,000': '/utxo',
  };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let i = 0; i < rounds + 3; i++) {
      const { ms } = await ask(base + path);
      if (i >= 3) times.push(ms);
    }
    say(`${label}: ${name} (rows only)`, times);
  }
}

async function pages(label: string, address: string, cursors: readonly string[]): Promise<void> {
  const base = `${server.url}/api/address/${address}/txs/chain`;
  for (const [name, path] of [
    ['first page', ''],
    ['middle page', `/${cursors[cursors.length >> 1]}`],
    ['last page', `/${cursors.at(-1)}`],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < rounds + 3; i++) {
      const { ms } = await ask(base + path);
      if (i >= 3) times.push(ms);
    }
    say(`${label}: ${name} (warm)`, times);
  }
}

/** Pages before the measured ones: V8 compiles what answers them. */
const warmPages = 100;

async function eachPageOnce(): Promise<void> {
  const times: number[] = [];
  for (const { address } of chain.regulars) {
    for (let last = ''; ; ) {
      const { ms, body } = await ask(`${server.url}/api/address/${address}/txs/chain${last}`);
      const page = body as { txid: string }[];
      if (page.length === 0) break;
      times.push(ms);
      last = `/${page.at(-1)!.txid}`;
    }
  }
  say('1000 txs: each page once', times.slice(warmPages));
}

const big = chain.big.address;
const totals = (await ask(`${server.url}/api/address/${big}`)).body as {
  chain_stats: { tx_count: number; funded_txo_sum: number };
};
if (
  totals.chain_stats.tx_count !== chain.big.transactions ||
  totals.chain_stats.funded_txo_sum !== chain.big.fundedSats
) {
  throw new Error('totals differ from those of chain.json');
}
if (!values.cold) {
  await eachPageOnce();
  const cursors = await cursorsOf(big, rounds);
  const regular = chain.regulars[0]!.address;
  const regularCursors = await cursorsOf(regular, rounds);
  await rowsOnly(`${chain.big.transactions} txs`, big, cursors);
  await rowsOnly('1000 txs', regular, regularCursors);
  await pages(`${chain.big.transactions} txs`, big, cursors);
  await pages('1000 txs', regular, regularCursors);
}
await server.stop();
const cold: number[] = [];
for (const { address } of chain.regulars.slice(1, 6)) {
  server = await startServer(config);
  let last = '';
  for (let page = 0; page < 8; page++) {
    const { ms, body } = await ask(`${server.url}/api/address/${address}/txs/chain${last}`);
    cold.push(ms);
    const txs = body as { txid: string; status: { block_height: number } }[];
    if (page === 0) {
      const blocks = new Set(txs.map(({ status }) => status.block_height)).size;
      console.log(JSON.stringify({ name: 'blocks of a cold page', blocks }));
    }
    last = `/${txs.at(-1)!.txid}`;
  }
  await server.stop();
}
say('1000 txs: pages of cold blocks', cold);
await node.stop();
if (values.data === undefined) await rm(data, { recursive: true });
