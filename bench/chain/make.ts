/**
 * Generates a seeded regtest chain and submits it to a real node block by block; the node's data directory is
 * preserved.
 *
 *     node bench/chain/make.ts --out DIR [--megabytes 2000] [--txs 5000000] [--seed 1] [--datadir DIR/node]
 *
 * The last line on stdout is JSON: the report, which is also written to DIR/chain.json. Progress goes to stderr.
 */
import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startCachedNode } from './cached-node.ts';
import type { ChainPlan } from './chain-maker.ts';
import type { FromMaker } from './make-worker.ts';
import type { ChainReport } from './report.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    megabytes: { type: 'string', default: '2000' },
    txs: { type: 'string', default: '5000000' },
    seed: { type: 'string', default: '1' },
    datadir: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('--out DIR is missing');
const out = resolve(values.out);
const directory = resolve(values.datadir ?? join(out, 'node'));
const plan: ChainPlan = {
  megabytes: wholeNumber('megabytes', values.megabytes),
  txs: wholeNumber('txs', values.txs),
  seed: wholeNumber('seed', values.seed),
};
const blocksAhead = 4;
const blocksBetweenLines = 50;

await mkdir(out, { recursive: true });
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 100) / 10;
const node = await startCachedNode(directory, { dbcacheMb: 3000 });
try {
  if (Number(await node.client.rpc('getblockcount')) !== 0) throw new Error(`${directory} holds a chain already`);
  const report = await submitAll();
  const submitted = seconds();
  const set = (await node.client.rpc('gettxoutsetinfo', 'none')) as { txouts: number; total_amount: number };
  if (set.txouts !== report.unspent.count || Math.round(set.total_amount * 1e8) !== report.unspent.sats) {
    throw new Error(`the node has ${set.txouts} unspent outputs, the maker ${report.unspent.count}`);
  }
  await node.stop();
  const line = { ...report, directory, seconds: { accepted: submitted, stopped: seconds() } };
  await writeFile(join(out, 'chain.json'), `${JSON.stringify(line, null, 2)}\n`);
  console.log(JSON.stringify(line));
} catch (error) {
  await node.stop();
  throw error;
}

/** Blocks are generated in a worker while the node validates the previous ones. */
async function submitAll(): Promise<ChainReport> {
  const worker = new Worker(new URL('./make-worker.ts', import.meta.url), { workerData: plan });
  const messages = on(worker, 'message');
  for (let i = 0; i < blocksAhead; i++) worker.postMessage('more');
  for await (const [message] of messages as AsyncIterable<[FromMaker]>) {
    if (message.type === 'end') return message.report;
    const { bytes, height, txs } = message;
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    const refusal = await node.client.rpc('submitblock', hex);
    if (refusal !== null) {
      await worker.terminate();
      throw new Error(`block ${height}: ${String(refusal)}`);
    }
    worker.postMessage('more');
    if (height % blocksBetweenLines === 0) console.error(`${seconds()} s: block ${height}, ${txs} transactions`);
  }
  throw new Error('the thread that makes blocks ended early');
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} is a whole number, not ${text}`);
  return Number(text);
}
