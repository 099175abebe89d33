/**
 * Pages of 25 transactions: requests per second of a server on one core, with the load generator on another one,
 * compared with JSON encoding alone of the same answers.
 *
 *     node bench/index/pages.ts --chain DIR [--bodies] [--runs 5] [--seconds 5] [--data DIR]
 *
 * The pages are those of ten addresses with 1,000 transactions, requested repeatedly: their transaction bodies are
 * cached.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrate, median } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';
import { startServer, writeConfig } from './start-server.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    data: { type: 'string' },
    bodies: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
  },
});
const chain = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
  regulars: { address: string }[];
};
const node = await startCachedNode(join(values.chain, 'node'));
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'glassblock-bench-')));
const config = await writeConfig(data, node, { ownBodies: values.bodies });
const server = await startServer(config, 0);
const paths = chain.regulars.slice(0, 10).map(({ address }) => `${server.url}/api/address/${address}/txs/chain`);
const millis = 1000 * Number(values.seconds);
const inFlight = 8;

async function page(path: string): Promise<string> {
  const answer = await fetch(path, { headers: { 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** Returns pages per second with eight concurrent requests. */
async function load(): Promise<number> {
  const end = performance.now() + millis;
  let done = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async (_, i) => {
      for (let at = i; performance.now() < end; at++) {
        await page(paths[at % paths.length]!);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

function encode(answers: readonly unknown[]): number {
  const began = performance.now();
  let done = 0;
  for (let at = 0; performance.now() - began < millis / 5; at++, done++) JSON.stringify(answers[at % answers.length]);
  return done / ((performance.now() - began) / 1000);
}

const texts = await Promise.all(paths.map(page));
const answers = texts.map((text) => JSON.parse(text) as unknown);
await load();
const runs: { requests: number; encoder: number; loop: number }[] = [];
for (let run = 0; run < Number(values.runs); run++) {
  runs.push({ requests: await load(), encoder: encode(answers), loop: calibrate() });
}
console.log(
  JSON.stringify({
    bodies: values.bodies ? 'own' : 'node',
    bytes: Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length),
    requestsPerSecond: Math.round(median(runs.map(({ requests }) => requests))),
    encoderPerSecond: Math.round(median(runs.map(({ encoder }) => encoder))),
    runs: runs.map(({ requests, encoder, loop }) => [requests, encoder, loop].map(Math.round)),
  }),
);
await server.stop();
await node.stop();
if (values.data === undefined) await rm(data, { recursive: true });
