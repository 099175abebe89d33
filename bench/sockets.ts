/**
 * Ten thousand sockets on loopback with mixed subscriptions, at 50 transactions per second and occasional blocks;
 * server, node and clients in separate processes. Ten blocks are mined before the measurement, during the same traffic.
 *
 *     node bench/sockets.ts [clients=10000] [seconds=60]
 *
 * Needs up to twice as many open files as clients: `ulimit -n`. Latency of a frame is measured from the node's ZMQ
 * message if it shows a block or a transaction, and, for all frames, from the first socket that received the same
 * bytes.
 */
import { loadavg } from 'node:os';
import { seededRandom } from '@glassblock/primitives';
import { calibrate } from './calibrate.ts';
import { startBenchWorld } from './live/bench-world.ts';
import { machineMs, pause, timesText } from './live/clock.ts';
import { type CrowdMember, startCrowd } from './live/crowd.ts';
import { makePayments, receiverAddress, sendSteadily } from './live/payments.ts';
import { eventLoopDelay, mainThreadMs, processFigures } from './live/process-figures.ts';

const clients = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 60);
const perSecond = 50;
const mempoolSize = 20_000;
/**
 * Blocks before the measurement, during the same traffic: V8 compiles what runs for a block, most of it during the first
 * ten, and again at the first block with traffic.
 */
const warmBlocks = 10;
/** Transactions of a generated mempool that fill a block. */
const txsOfBlock = 5_400;
const warmPauseMs = 4_000;
const receivers = 2_000;
const blockEverySeconds = 15;
/** Duration of the effects of a block. */
const blockMs = 4_000;
const settleMs = 5_000;
const sampleMs = 50;
const seed = 1;
const measuredPayments = seconds * perSecond;
const warmPayments = (warmBlocks * warmPauseMs * perSecond) / 1_000;

await using world = await startBenchWorld({
  mempoolSize: mempoolSize + warmBlocks * txsOfBlock,
  payments: measuredPayments + warmPayments,
});
const { node, server } = world;
const payments = makePayments(world.utxos.splice(0, measuredPayments), receivers, seed);
const earlierPayments = makePayments(world.utxos.splice(0, warmPayments), receivers, seed + 1);
const random = seededRandom(seed);
const below = (n: number) => Math.floor(random() * n);

/** Subscriptions of mempool.space's web app. */
const home = { action: 'want', data: ['blocks', 'stats', 'mempool-blocks', 'live-2h-chart'] };
const elsewhere = { action: 'want', data: ['blocks', 'mempool-blocks'] };
const kinds: readonly (readonly [share: number, commands: () => readonly object[]])[] = [
  [0.5, () => [{ action: 'init' }, home]],
  [0.1, () => [{ action: 'init' }, home, { 'track-mempool-block': below(3) }]],
  [0.12, () => [elsewhere, { 'track-tx': payments[below(payments.length)]!.txid, 'watch-mempool': true }]],
  [0.14, () => [elsewhere, { 'track-address': receiverAddress(below(receivers)) }]],
  [0.05, () => [elsewhere, { 'track-addresses': Array.from({ length: 20 }, () => receiverAddress(below(receivers))) }]],
  [0.08, () => [elsewhere, { 'track-rbf': 'all', 'track-rbf-summary': true }]],
  [0.01, () => [elsewhere, { 'track-mempool-txids': true }]],
];

function member(place: number): CrowdMember {
  let left = place;
  const [, commands] = kinds.find(([share]) => (left -= share) < 0) ?? kinds[0]!;
  return { sends: commands().map((command) => JSON.stringify(command)) };
}

await pause(settleMs);
const alone = await processFigures(server.pid);
const crowd = startCrowd();
const opening = performance.now();
await crowd.open(
  `${server.url}/api/v1/ws`,
  Array.from({ length: clients }, (_, i) => member(i / clients)),
);
const openedMs = performance.now() - opening;
await pause(settleMs);
const idle = await processFigures(server.pid);
const sendingEarlier = sendSteadily(node.client, earlierPayments, perSecond, seed + 1);
for (let block = 0; block < warmBlocks; block++) {
  await node.mine(1);
  await pause(warmPauseMs);
}
await sendingEarlier;

await crowd.begin();
await eventLoopDelay(server.url);
const calibration = calibrate();
const began = await processFigures(server.pid);
const crowdBegan = await processFigures(crowd.pid);
const beganMs = performance.now();
const mining = setInterval(() => void node.mine(1), blockEverySeconds * 1_000);
const mainTimes: { atMs: number; cpuMs: number }[] = [];
const sampling = setInterval(async () => {
  mainTimes.push({ atMs: machineMs(), cpuMs: await mainThreadMs(server.pid) });
}, sampleMs);
await sendSteadily(node.client, payments, perSecond, seed);
clearInterval(mining);
clearInterval(sampling);
const elapsed = (performance.now() - beganMs) / 1_000;
const ended = await processFigures(server.pid);
const delay = await eventLoopDelay(server.url);
await pause(settleMs);
const { times, blocks } = world.announcements;
const report = await crowd.report(times);
// After a block, all frames are delayed by it.
const isQuiet = (ms: number) => !blocks.some((block) => ms > block - blockMs / 4 && ms < block + blockMs);
const quiet = await crowd.report(new Map([...times].filter(([, ms]) => isQuiet(ms))));
const crowdEnded = await processFigures(crowd.pid);
await crowd.stop();
await pause(settleMs);
const left = await processFigures(server.pid);

/** Returns the CPU milliseconds of the server's main thread in a second, around blocks or away from them. */
function mainRate(isIncluded: (ms: number) => boolean): number {
  let wallMs = 0;
  let cpuMs = 0;
  for (const [i, { atMs, cpuMs: total }] of mainTimes.entries()) {
    const previous = mainTimes[i - 1];
    if (previous === undefined || !isIncluded(atMs)) continue;
    wallMs += atMs - previous.atMs;
    cpuMs += total - previous.cpuMs;
  }
  return (1_000 * cpuMs) / wallMs;
}
const share = (from: number, to: number) => `${((100 * (to - from)) / elapsed).toFixed(0)} %`;
const perClient = (memory: number) => `${((1_000 * (memory - alone.memory)) / clients).toFixed(1)} kB`;
console.log(
  `${clients} sockets, ${elapsed.toFixed(0)} s of ${perSecond} transactions per second, ${mempoolSize} mempool transactions at the start`,
);
console.log(`opened in ${(openedMs / 1_000).toFixed(1)} s; lost ${report.lost}`);
console.log(`from the node's message: block ${timesText(report.fromNode.block)}`);
for (const [way, name] of [
  ['address', 'address'],
  ['tx', 'transaction'],
  ['newest', 'newest transactions'],
] as const) {
  console.log(`  ${name} ${timesText(report.fromNode[way])}; excluding blocks ${timesText(quiet.fromNode[way])}`);
}
console.log(`from the first socket to the other ones: ${timesText(report.fromFirst)}`);
console.log(`sent ${(report.frames / elapsed).toFixed(0)} frames/s, ${(report.bytes / elapsed / 1e6).toFixed(1)} MB/s`);
console.log(
  `clients: CPU ${share(crowdBegan.cpu, crowdEnded.cpu)}; server: ${share(began.cpu, ended.cpu)} of one core, main thread ${share(began.mainCpu, ended.mainCpu)}; ` +
    `event loop p50 ${delay.p50.toFixed(1)}, p99 ${delay.p99.toFixed(1)}, max ${delay.max.toFixed(0)} ms (10 means no delay)`,
);
const [aroundBlocks, awayFromBlocks] = [mainRate((ms) => !isQuiet(ms)), mainRate(isQuiet)];
console.log(
  `main thread: ${aroundBlocks.toFixed(0)} ms of CPU per second around blocks, ${awayFromBlocks.toFixed(0)} ms otherwise: ` +
    `a block takes ${(((aroundBlocks - awayFromBlocks) * 1.25 * blockMs) / 1_000).toFixed(0)} ms; ` +
    `${((1_000 * 1_000 * (ended.mainCpu - began.mainCpu)) / report.frames).toFixed(1)} us per frame`,
);
console.log(
  `memory: ${alone.memory.toFixed(0)} MB without clients, ${idle.memory.toFixed(0)} MB with clients (${perClient(idle.memory)} per client), ` +
    `${ended.memory.toFixed(0)} MB after the traffic (${perClient(ended.memory)}), ${left.memory.toFixed(0)} MB when they had gone`,
);
console.log(`calibration ${calibration.toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`);
