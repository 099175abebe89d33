/** From the node's announcement of a transaction to the socket message that shows it, with the explorer in another process.
 *
 *      node bench/announce.ts      five runs of 20 payments; median of the runs' p99, and the median of all */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openSequenceFeed } from '@glassblock/node';
import { startRealNode } from '@glassblock/node/testing';
import { displayHash } from '@glassblock/primitives';
import WebSocket from 'ws';
import { calibrate } from './calibrate.ts';

const runs = 5;
const payments = 20;

const node = await startRealNode();
await node.mine(130);
const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const config = join(directory, 'config.json');
await writeFile(
  config,
  JSON.stringify({ port: 0, dataDir: directory, networks: [{ name: 'regtest', node: node.url }] }),
);
const launch = fileURLToPath(new URL('../packages/server/src/launch.cts', import.meta.url));
const explorer = spawn(process.execPath, [launch, '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
let url = '';
for await (const line of createInterface({ input: explorer.stdout })) {
  const entry = JSON.parse(line) as { event?: string; url?: string };
  if (entry.event === 'listening' && entry.url !== undefined) {
    url = entry.url;
    break;
  }
}
explorer.stdout.resume();
for (;;) {
  if ((await fetch(`${url}readyz`)).ok) break;
  await new Promise<void>((resolve) => setTimeout(resolve, 100));
}

const announced = new Map<string, number>();
const shown = new Map<string, number>();
let wake: () => void = () => undefined;
const feed = openSequenceFeed(node.zmq, {
  message(message) {
    if (message.type === 'added') announced.set(displayHash(message.hash), performance.now());
  },
  lost: () => undefined,
  failed: (error) => {
    throw error;
  },
});
const socket = new WebSocket(`${url.replace('http', 'ws')}api/v1/ws`);
await once(socket, 'open');
socket.send(JSON.stringify({ action: 'want', data: ['stats'] }));
socket.on('message', (data) => {
  const frame = JSON.parse(String(data)) as { transactions?: { txid: string }[] };
  for (const { txid } of frame.transactions ?? []) if (!shown.has(txid)) shown.set(txid, performance.now());
  wake();
});

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const p99s: number[] = [];
const all: number[] = [];
const loops: number[] = [];
for (let run = 0; run < runs; run++) {
  const times: number[] = [];
  loops.push(calibrate());
  for (let i = 0; i < payments; i++) {
    const txid = await node.pay(await node.newAddress(), 0.001);
    while (!shown.has(txid) || !announced.has(txid)) await new Promise<void>((resolve) => (wake = resolve));
    times.push(Math.max(0, shown.get(txid)! - announced.get(txid)!));
  }
  p99s.push(sorted(times).at(-1)!);
  all.push(...times);
  await node.mine(1);
}
console.log(
  `announcement to socket: median ${sorted(all)[all.length >> 1]!.toFixed(0)} ms, p99 ${sorted(p99s)[runs >> 1]!.toFixed(0)} ms (median of ${runs} runs)`,
);
console.log(`calibration ${loops.map((value) => value.toFixed(0)).join(' ')} ms`);
feed.close();
socket.terminate();
explorer.kill('SIGTERM');
await once(explorer, 'exit');
await node.stop();
await rm(directory, { recursive: true, force: true });
