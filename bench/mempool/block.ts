/**
 * The mempool engine around a block: CPU time of the snapshot for the audit, of the rest of the block, of the projection
 * and of its message, and the longest stretch in which the thread publishes nothing.
 *
 *     node bench/mempool/block.ts [--txs 20000] [--blocks 20] [--arrivals 200]
 *
 * Milliseconds of the thread's CPU time, means over the blocks.
 */
import { parseArgs } from 'node:util';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { createMempoolEngine } from '@glassblock/mempool';
import { seededRandom } from '@glassblock/primitives';
import { TestMempool } from '../../packages/mempool/test/support/test-mempool.ts';
import { calibrate } from '../calibrate.ts';

const { values } = parseArgs({
  options: {
    txs: { type: 'string', default: '20000' },
    blocks: { type: 'string', default: '20' },
    arrivals: { type: 'string', default: '200' },
  },
});
const txs = Number(values.txs);
const blocks = Number(values.blocks);
const arrivalsEach = Number(values.arrivals);
const warmUp = 5;
const blockTxs = 4_000;

const random = seededRandom(1);
const toy = new TestMempool();
const parents = new Map<string, string[]>();
/** Unspent outputs of recent transactions. */
const open: string[] = [];
let made = 0;

/** Adds a transaction; two of five spend one of the last 2,000 outputs. */
function grow(): string {
  const name = `t${made++}`;
  const spends = [`utxo:${made}`];
  if (open.length > 2_000 && random() < 0.4) {
    const [output] = open.splice(Math.floor(random() * open.length), 1);
    if (toy.has(output!.split(':')[0]!)) spends.push(output!);
  }
  parents.set(
    name,
    spends.slice(1).map((output) => output.split(':')[0]!),
  );
  open.push(`${name}:1`);
  if (open.length > 4_000) open.splice(0, 2_000);
  const fee = 200 + Math.floor(random() ** 3 * 20_000);
  return toy.add({ name, spends, fee, outputs: 2, padding: Math.floor(random() ** 2 * 300) });
}

const channel = new MessageChannel();
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const spent = { snapshot: 0, message: 0 };
let arrivedAt = 0;
function send(message: unknown): void {
  const began = cpuMs();
  channel.port1.postMessage(message);
  spent.message += cpuMs() - began;
}
const engine = createMempoolEngine({
  source: toy.source(),
  now: () => 1_700_000_000 + Math.floor(made / 200),
  onFacts: (facts) => send(facts),
  onFrame: (frame) => send(frame),
  onBlock(block) {
    spent.snapshot = cpuMs() - arrivedAt;
    send(block);
  },
});
engine.setInfo(toy.info);
await engine.view.watchBlocks([0, 1, 2]);
for (let i = 0; i < txs; i++) grow();
await engine.reconcile();
engine.project({ afterBlock: false });

/** Returns the longest CPU time without a turn of the event loop. */
function watchTurns(): { stop(): number } {
  let longest = 0;
  let isOn = true;
  let last = cpuMs();
  const turn = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop() {
      isOn = false;
      turn();
      return longest;
    },
  };
}

const none = { added: [], removed: [], connected: [], disconnected: [] };
const runs: Record<string, number>[] = [];
for (let block = 0; block < warmUp + blocks; block++) {
  while (engine.size < txs) {
    await engine.apply({ ...none, added: Array.from({ length: arrivalsEach }, grow) });
    engine.project({ afterBlock: false });
  }
  const { txs: list } = await engine.view.projectedBlock(0);
  const wanted = new Set(list.slice(0, blockTxs).map(([txid]) => txid));
  const names: string[] = [];
  for (const name of parents.keys()) if (wanted.has(toy.id(name))) names.push(name);
  const hash = toy.mine(names);
  for (const name of names) parents.delete(name);
  const fresh = Array.from({ length: arrivalsEach }, grow);
  await engine.apply({ ...none, added: fresh });
  while (receiveMessageOnPort(channel.port2) !== undefined);
  await new Promise((resolve) => setImmediate(resolve));
  spent.message = 0;
  const turns = watchTurns();
  arrivedAt = cpuMs();
  await engine.apply({ ...none, connected: [hash] });
  const applied = cpuMs() - arrivedAt;
  const inApply = spent.message;
  const began = cpuMs();
  spent.message = 0;
  engine.project({ afterBlock: true });
  const projected = cpuMs() - began;
  const stretch = turns.stop();
  if (block < warmUp) continue;
  runs.push({
    snapshot: spent.snapshot,
    apply: applied,
    applyMessages: inApply,
    project: projected,
    projectMessage: spent.message,
    stretch,
    mined: names.length,
  });
}
const mean = (name: string) => runs.reduce((sum, one) => sum + one[name]!, 0) / runs.length;
const result = Object.fromEntries(Object.keys(runs[0]!).map((name) => [name, Math.round(100 * mean(name)) / 100]));
console.log(JSON.stringify({ txs, blocks, ...result, calibration: Math.round(calibrate()) }));
channel.port1.close();
