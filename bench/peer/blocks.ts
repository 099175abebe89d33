/**
 * Time from the node's acceptance of a block until servers have it as their tip, and CPU time per block: blocks one by
 * one, and a reorg of as many blocks and one more. This program and, if given, electrs and a server with Esplora's API
 * follow the same node at the same time. Then memory, and time from a start with a whole index until the tip is served.
 *
 *     node bench/peer/blocks.ts [--chain DIR] [--blocks 20] [--warm 10] [--electrs BINARY] [--peer COMMAND]
 *
 * Generates the chain if there is none, as `peer/run.ts` does. `--peer` is explained there. All answers for an address
 * are timed meanwhile, one request after another; their CPU time without blocks is printed too, as the CPU time per
 * block has it. The first blocks after a start are warm-up, reported apart: V8 compiles during them. Needs the space of
 * the chain once more.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePorts } from '@glassblock/node/testing';
import { displayHash, fromHex, headerSize, OP, readBlock, readHeader, sha256d, toHex } from '@glassblock/primitives';
import { calibrate, median } from '../calibrate.ts';
import { type CachedNode, startCachedNode } from '../chain/cached-node.ts';
import type { Scripts } from '../chain/owners.ts';
import { BlockWriter } from '../chain/writing/block-writer.ts';
import { startServer, writeConfig } from '../index/start-server.ts';
import { processFigures, threadSeconds } from '../live/process-figures.ts';
import { startElectrs } from './electrs-server.ts';
import { makeChain } from './make-chain.ts';
import { hasEsploraTip, startPeer } from './peer-server.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    blocks: { type: 'string', default: '20' },
    warm: { type: 'string', default: '10' },
    electrs: { type: 'string' },
    peer: { type: 'string' },
    megabytes: { type: 'string', default: '220' },
    txs: { type: 'string', default: '550000' },
  },
});
const count = Number(values.blocks);
const warmCount = Number(values.warm);
/** After a start, for the memory of an idle process. */
const idleMs = 20_000;

/** A server that follows the node. */
interface Measured {
  readonly name: string;
  readonly pid: number;
  hasTip(id: string): Promise<void>;
}

/** Offsets in a block header. */
const previousAt = 4;
const timeAt = 68;
const nonceAt = 76;

/** Returns a block with the same transactions on another parent, one second later, mined for regtest's target. */
function onParent(block: Uint8Array, parent: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(block);
  const view = new DataView(copy.buffer);
  copy.set(parent, previousAt);
  view.setUint32(timeAt, view.getUint32(timeAt, true) + 1, true);
  // regtest: the highest bit of the hash is zero
  while (hashOf(copy)[31]! > 0x7e) view.setUint32(nonceAt, view.getUint32(nonceAt, true) + 1, true);
  return copy;
}

const hashOf = (block: Uint8Array): Uint8Array => sha256d(block.subarray(0, headerSize));

/** Starts an empty node and submits the first blocks of a chain. */
async function startShortNode(full: CachedNode, directory: string, height: number): Promise<CachedNode> {
  const zmq = `tcp://127.0.0.1:${(await freePorts(1))[0]}`;
  const node = await startCachedNode(directory, { flags: [`-zmqpubsequence=${zmq}`] });
  for (let at = 1; at <= height; at++) await submit(node, await rawBlock(full, at));
  return node;
}

async function rawBlock(node: CachedNode, height: number): Promise<Uint8Array> {
  return fromHex(String(await node.client.rpc('getblock', await node.client.rpc('getblockhash', height), 0)));
}

/** Submits a block; one on a branch that is not the best is accepted too. */
async function submit(node: CachedNode, block: Uint8Array): Promise<void> {
  const refusal = await node.client.rpc('submitblock', toHex(block));
  if (refusal !== null && refusal !== 'inconclusive') throw new Error(`the node refuses a block: ${String(refusal)}`);
}

/** Returns blocks with the same transactions from the first one's parent, and an empty one after them. */
function branchOf(blocks: readonly Uint8Array[], height: number): Uint8Array[] {
  let parent = blocks[0]!.subarray(previousAt, previousAt + 32);
  const branch = blocks.map((block) => {
    const other = onParent(block, parent);
    parent = hashOf(other);
    return other;
  });
  const { time } = readHeader(branch.at(-1)!);
  const anyone: Pick<Scripts, 'writeOutput'> = { writeOutput: (_owner, out) => void out.u8(1).u8(OP.PUSHNUM_1) };
  const writer = new BlockWriter(anyone, parent);
  const last = { height: height + blocks.length, time: time + 1, reward: 0, payout: 0 };
  return [...branch, writer.finish(last, Buffer.alloc(32))];
}

/** Time and CPU time of one change of the chain, for one server. */
interface Result {
  /** From the node's acceptance until the server has the tip. */
  ms: number;
  cpuMs: number;
}

/** Submits blocks, and measures each server until it has the last one as its tip. */
async function measure(
  node: CachedNode,
  servers: readonly Measured[],
  blocks: readonly Uint8Array[],
): Promise<Result[]> {
  const before = await Promise.all(servers.map(({ pid }) => processFigures(pid)));
  for (const block of blocks.slice(0, -1)) await submit(node, block);
  const id = displayHash(hashOf(blocks.at(-1)!));
  let acceptedMs = Number.NaN;
  const seen = servers.map((server) => server.hasTip(id).then(() => performance.now()));
  await submit(node, blocks.at(-1)!);
  acceptedMs = performance.now();
  const times = await Promise.all(seen);
  // work that follows the tip belongs to the block
  await pause(settleMs);
  const after = await Promise.all(servers.map(({ pid }) => processFigures(pid)));
  return servers.map((_, i) => ({
    ms: Math.max(0, times[i]! - acceptedMs),
    cpuMs: 1_000 * (after[i]!.cpu - before[i]!.cpu),
  }));
}

const settleMs = 1_000;

/** Requests an address repeatedly until it is stopped; milliseconds of each answer. */
function requestAddress(url: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isEnding = false;
  const work = (async () => {
    while (!isEnding) {
      const beganMs = performance.now();
      await (await fetch(url)).arrayBuffer();
      times.push(performance.now() - beganMs);
      await pause(requestEveryMs);
    }
  })();
  return {
    async stop() {
      isEnding = true;
      await work;
      return times;
    },
  };
}

const requestEveryMs = 5;
/** Time of requests without blocks. */
const requestsAloneMs = 10_000;

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;

const round = (value: number): number => Math.round(value * 10) / 10;

if (!existsSync(join(values.chain, 'chain.json'))) await makeChain(values.chain, values.megabytes, values.txs);
const home = await mkdtemp(join(tmpdir(), 'glassblock-blocks-'));
const full = await startCachedNode(join(values.chain, 'node'));
const height = Number(await full.client.rpc('getblockcount')) - count;
const node = await startShortNode(full, join(home, 'node'), height - warmCount);
const warmBlocks: Uint8Array[] = [];
for (let i = 1; i <= warmCount; i++) warmBlocks.push(await rawBlock(full, height - warmCount + i));
const blocks: Uint8Array[] = [];
for (let i = 1; i <= count; i++) blocks.push(await rawBlock(full, height + i));
await full.stop();
const inputs = median(blocks.map((block) => readBlock(block).txs.reduce((sum, tx) => sum + tx.inputCount, 0)));
console.log(JSON.stringify({ height, blocks: count, medianInputs: inputs, calibrationMs: calibrate() }));

const config = await writeConfig(home, node, { ownBodies: false, blocksDir: join(home, 'node') });
await (await startServer(config)).stop();
const server = await startServer(config);
const electrsDb = join(home, 'electrs');
const electrs = values.electrs === undefined ? undefined : await startElectrs(values.electrs, node, electrsDb);
const peer = values.peer === undefined ? undefined : await startPeer(values.peer, node, join(home, 'node'));
const servers: Measured[] = [
  { name: 'Glassblock', pid: server.pid, hasTip: (id) => hasEsploraTip(`${server.url}/api`, id) },
  ...(electrs === undefined ? [] : [{ name: 'electrs', pid: electrs.pid, hasTip: electrs.hasTip }]),
  ...(peer === undefined
    ? []
    : [{ name: 'other', pid: peer.pid!, hasTip: (id: string) => hasEsploraTip(peer.url, id) }]),
];
const { regulars } = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
  regulars: { address: string }[];
};
const addressUrl = `${server.url}/api/address/${regulars[0]!.address}`;
const threadsCold = await threadSeconds(server.pid);
const warmRequests = requestAddress(addressUrl);
const warmUps: Result[][] = [];
for (const block of warmBlocks) warmUps.push(await measure(node, servers, [block]));
await warmRequests.stop();
const threadsBefore = await threadSeconds(server.pid);
const requests = requestAddress(addressUrl);
const singlesBeganMs = performance.now();
const singles: Result[][] = [];
for (const block of blocks) singles.push(await measure(node, servers, [block]));
const blockMs = (performance.now() - singlesBeganMs) / count;
const requestMs = await requests.stop();
const threadsBetween = await threadSeconds(server.pid);
const aloneBefore = (await processFigures(server.pid)).cpu;
const alone = requestAddress(addressUrl);
await pause(requestsAloneMs);
await alone.stop();
const aloneCpu = (await processFigures(server.pid)).cpu - aloneBefore;
const threadsOfReorg = await threadSeconds(server.pid);
const reorg = await measure(node, servers, branchOf(blocks, height + 1));
const threadsAfter = await threadSeconds(server.pid);
const threadsOf = (from: Map<string, number>, to: Map<string, number>, changes: number) =>
  Object.fromEntries(
    [...to]
      .map(([name, seconds]) => [name, Math.round((1_000 * (seconds - (from.get(name) ?? 0))) / changes)] as const)
      .filter(([, ms]) => ms >= 5),
  );
console.log(
  JSON.stringify({
    warmUpCpuMs: warmUps.map((results) => round(results[0]!.cpuMs)),
    threadCpuMsPerWarmUp: threadsOf(threadsCold, threadsBefore, Math.max(1, warmCount)),
    threadCpuMsPerBlock: threadsOf(threadsBefore, threadsBetween, count),
    requestCpuMsPerBlock: round((1_000 * aloneCpu * blockMs) / requestsAloneMs),
    threadCpuMsOfReorg: threadsOf(threadsOfReorg, threadsAfter, 1),
  }),
);
console.log('\n| server | block to tip, p50, most | CPU ms per block, median | reorg to tip | CPU | memory |');
console.log('|---|---|---|---|---|---|');
for (const [i, { name, pid }] of servers.entries()) {
  const ms = singles.map((results) => results[i]!.ms);
  const cpu = median(singles.map((results) => results[i]!.cpuMs));
  const { memory } = await processFigures(pid);
  const cells = [name, `${round(at(ms, 0.5))}, ${round(Math.max(...ms))} ms`, round(cpu), `${round(reorg[i]!.ms)} ms`];
  console.log(`| ${[...cells, `${round(reorg[i]!.cpuMs)} ms`, `${Math.round(memory)} MB`].join(' | ')} |`);
}
await pause(idleMs);
console.log(JSON.stringify({ idleAfterReorgMb: Math.round((await processFigures(server.pid)).memory) }));
console.log(JSON.stringify({ addressP50Ms: round(at(requestMs, 0.5)), addressP99Ms: round(at(requestMs, 0.99)) }));
await server.stop();
await electrs?.stop();
const beganMs = performance.now();
const restarted = await startServer(config);
const startMs = Math.round(performance.now() - beganMs);
const again = values.electrs === undefined ? undefined : await startElectrs(values.electrs, node, electrsDb);
await pause(idleMs);
const memoryOf = async (pid: number) => Math.round((await processFigures(pid)).memory);
console.log(
  JSON.stringify({
    startMs,
    idleMb: await memoryOf(restarted.pid),
    ...(again !== undefined && { electrsStartMs: Math.round(again.startMs), electrsIdleMb: await memoryOf(again.pid) }),
  }),
);
await restarted.stop();
await again?.stop();
await peer?.stop();
await node.stop();
await rm(home, { recursive: true });
