/**
 * All kinds of hostile clients at once, while a well-behaved socket and REST client measure the server.
 *
 *     node bench/hostile.ts [seconds=150]
 *
 * Prints the latencies of the well-behaved clients before and during the attack, the server's memory, and the outcome
 * per kind of attack. A half-open socket may live for two minutes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { createHistogram } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { calibrate } from './calibrate.ts';
import type { AttackReport } from './live/attackers.ts';
import { startBenchWorld } from './live/bench-world.ts';
import { machineMs, microsecondsOf, pause, type Times, timesOf, timesText } from './live/clock.ts';
import { startCrowd } from './live/crowd.ts';
import { makePayments, receiverAddress, sendSteadily } from './live/payments.ts';
import { eventLoopDelay, processFigures } from './live/process-figures.ts';
import { openRawSocket } from './live/raw-socket.ts';

const seconds = Number(process.argv[2] ?? 150);
const quietSeconds = 20;
const perSecond = 20;
const receivers = 20;
const askEveryMs = 50;
/** Below the flood limit. */
const pingEveryMs = 150;
const timeoutMs = 10_000;
/** Payments shown later than this count as not shown. */
const latestMs = 5_000;

await using world = await startBenchWorld({ mempoolSize: 10_000, payments: (seconds + quietSeconds) * perSecond });
const { server, node } = world;
const url = `${server.url}/api/v1/ws`;

/** Latencies of the well-behaved clients. */
interface Waiting {
  rest: Times;
  ping: Times;
  address: Times;
  delay: { p50: number; p99: number; max: number };
  /** Failed requests and closed sockets. */
  failed: number;
}

/**
 * Repeats a request with pauses until `isOver`.
 * @returns number of failures
 */
async function poll(everyMs: number, ask: () => Promise<boolean>, isOver: () => boolean) {
  const histogram = createHistogram();
  let failed = 0;
  while (!isOver()) {
    const began = machineMs();
    if (!(await ask())) failed++;
    histogram.record(microsecondsOf(machineMs() - began));
    await pause(everyMs);
  }
  return { times: timesOf(histogram), failed };
}

async function askRest(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${server.url}/api/v1/fees/recommended`, { signal });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** Runs the well-behaved clients. */
async function behave(forSeconds: number, seed: number): Promise<Waiting> {
  let over = false;
  let ended = 0;
  let received: () => void = () => undefined;
  const talker = await openRawSocket(url, { frame: () => received(), closed: () => void ended++ });
  const ping = async () => {
    const answer = new Promise<boolean>((resolve) => {
      received = () => resolve(true);
    });
    talker.send('{"action":"ping"}');
    return Promise.race([answer, pause(timeoutMs).then(() => false)]);
  };
  const followers = startCrowd();
  await followers.open(
    url,
    Array.from({ length: receivers }, (_, n) => ({ sends: [JSON.stringify({ 'track-address': receiverAddress(n) })] })),
  );
  await followers.begin();
  await eventLoopDelay(server.url);
  const payments = makePayments(world.utxos.splice(0, forSeconds * perSecond), receivers, seed);
  const [rest, pings] = await Promise.all([
    poll(askEveryMs, askRest, () => over),
    poll(pingEveryMs, ping, () => over),
    sendSteadily(node.client, payments, perSecond, seed).then(() => {
      over = true;
    }),
  ]);
  const delay = await eventLoopDelay(server.url);
  await pause(latestMs);
  const { fromNode, lost } = await followers.report(world.announcements.times);
  await followers.stop();
  talker.tcp.destroy();
  const failed = rest.failed + pings.failed + lost + ended + (payments.length - fromNode.address.count);
  return { rest: rest.times, ping: pings.times, address: fromNode.address, delay, failed };
}

function report(name: string, { rest, ping, address, delay, failed }: Waiting): void {
  console.log(
    `${name}: REST ${timesText(rest)}; ping ${timesText(ping)}; payment to an address shown ${timesText(address)}`,
  );
  console.log(
    `  event loop p50 ${delay.p50.toFixed(1)}, p99 ${delay.p99.toFixed(1)}, max ${delay.max.toFixed(0)} ms (10 means no delay); failed or missing ${failed}`,
  );
}

const calibration = calibrate();
report('before', await behave(quietSeconds, 1));
const before = await processFigures(server.pid);

const txids = (await node.client.rpc('getrawmempool')) as string[];
const program = fileURLToPath(new URL('./live/attackers.ts', import.meta.url));
const attackers = fork(program, [url, txids.slice(0, 500).join(',')]);
let peak = before.memory;
const watch = setInterval(async () => {
  peak = Math.max(peak, (await processFigures(server.pid)).memory);
}, 500);
const mining = setInterval(() => void node.mine(1), 20_000);
report('during', await behave(seconds, 2));
clearInterval(mining);
const during = await processFigures(server.pid);
attackers.send('end');
const [reports] = (await once(attackers, 'message')) as [[string, AttackReport][]];
clearInterval(watch);
for (const [name, { opened, refused, ended, open }] of reports) {
  const codes = Object.entries(ended).map(([code, count]) => `${count} with ${code}`);
  console.log(
    `  ${name}: ${opened} opened, ${refused} refused, closed by server ${codes.join(', ') || 'none'}, ${open} open`,
  );
}
await pause(5_000);
const sockets = /^glassblock_sockets\{.*\} (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
await pause(25_000);
const after = await processFigures(server.pid);
console.log(
  `memory ${before.memory.toFixed(0)} MB before, peak ${peak.toFixed(0)} MB, ${during.memory.toFixed(0)} MB at the end of the attack, ` +
    `${after.memory.toFixed(0)} MB 30 s later; open sockets ${sockets}`,
);
console.log(
  `server: processor ${((100 * (during.cpu - before.cpu)) / seconds).toFixed(0)} % of one core, main thread ${((100 * (during.mainCpu - before.mainCpu)) / seconds).toFixed(0)} %; ` +
    `calibration ${calibration.toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`,
);
