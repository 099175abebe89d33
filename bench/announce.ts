/**
 * Latency from the node's ZMQ message of a transaction to the socket frame that shows it, at 50 transactions per
 * second, with server, node and clients in separate processes. Three ways: the list of newest transactions,
 * `track-address`, `track-tx`.
 *
 *     node bench/announce.ts [seconds per run=20] [transactions per second=50] [mempool transactions=20000]
 */
import { loadavg } from 'node:os';
import { calibrate, median } from './calibrate.ts';
import { startBenchWorld } from './live/bench-world.ts';
import { pause, timesText } from './live/clock.ts';
import { type CrowdMember, type CrowdReport, startCrowd, type Way } from './live/crowd.ts';
import { makePayments, receiverAddress, sendSteadily } from './live/payments.ts';

const runs = 5;
const seconds = Number(process.argv[2] ?? 20);
const perSecond = Number(process.argv[3] ?? 50);
const mempoolSize = Number(process.argv[4] ?? 20_000);
const receivers = 100;
const waiters = 100;
const promiseMs = 250;

const each = seconds * perSecond;
await using world = await startBenchWorld({ mempoolSize, payments: runs * each });
const url = `${world.server.url}/api/v1/ws`;
const reports: CrowdReport[] = [];
for (let run = 0; run < runs; run++) {
  const payments = makePayments(world.utxos.splice(0, each), receivers, run);
  const awaiting = (txid: string) => JSON.stringify({ 'track-tx': txid, 'watch-mempool': true });
  const lists: CrowdMember = { sends: [JSON.stringify({ action: 'want', data: ['stats'] })] };
  const byAddress = Array.from({ length: receivers }, (_, n): CrowdMember => {
    return { sends: [JSON.stringify({ 'track-address': receiverAddress(n) })] };
  });
  // Each client waits for every hundredth payment, one after the other.
  const byId = Array.from({ length: waiters }, (_, n): CrowdMember => {
    const [first = '', ...then] = payments.filter((_, i) => i % waiters === n).map(({ txid }) => awaiting(txid));
    return { sends: [first], then };
  });
  const crowd = startCrowd();
  await crowd.open(url, [lists, ...byAddress, ...byId]);
  await pause(1_000);
  await crowd.begin();
  const calibration = calibrate();
  await sendSteadily(world.node.client, payments, perSecond, run);
  await pause(1_000);
  // Transactions left over by one run may appear in the lists of the next one.
  const announced = payments.map(({ txid }) => [txid, world.announcements.times.get(txid)!] as const);
  const report = await crowd.report(new Map(announced));
  reports.push(report);
  await crowd.stop();
  const { newest, address, tx } = report.fromNode;
  console.log(
    `run ${run + 1}: list ${timesText(newest)}; address ${timesText(address)}; transaction ${timesText(tx)}; ` +
      `calibration ${calibration.toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`,
  );
  await world.node.mine(1);
  await pause(1_000);
}
for (const [way, name] of [
  ['newest', 'newest transactions'],
  ['address', 'track-address'],
  ['tx', 'track-tx'],
] as const satisfies [Way, string][]) {
  const of = (pick: 'p50' | 'p99') => median(reports.map(({ fromNode }) => fromNode[way][pick])).toFixed(0);
  const published = reports.reduce((sum, { fromNode }) => sum + fromNode[way].count, 0);
  console.log(
    `${name}: p50 ${of('p50')}, p99 ${of('p99')} ms (medians of ${runs} runs), ${published} of ${runs * each} published`,
  );
}
const worst = Math.max(
  ...(['newest', 'address', 'tx'] as const).map((way) => median(reports.map(({ fromNode }) => fromNode[way].p99))),
);
console.log(`target of ${promiseMs} ms: ${worst < promiseMs ? 'met' : 'MISSED'}`);
