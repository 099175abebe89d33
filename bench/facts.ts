/**
 * Block statistics of 900,000 blocks under mainnet rules (seeded): gathering from block rows, loading at startup,
 * memory, and every series for every window, from the handler to the response bytes.
 *
 *     node --expose-gc bench/facts.ts [--blocks 900000] [--runs 30]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Endpoint, type EndpointId, endpoints } from '@glassblock/contract';
import { type BlockRow, createFactFollower, factBytes, type IndexView } from '@glassblock/index';
import { ByteWriter, type Height, networks, readHeader, seededRandom, type Weight } from '@glassblock/primitives';
import {
  answerCall,
  baseCurrencies,
  createPriceBook,
  type NetworkContext,
  openAudits,
  openMiningPoolFinder,
} from '@glassblock/server/testing';
import { calibrate, median } from './calibrate.ts';

const { values } = parseArgs({
  options: { blocks: { type: 'string', default: '900000' }, runs: { type: 'string', default: '30' } },
});
const blocks = Number(values.blocks);
const runs = Number(values.runs);

const { mainnet } = networks;
const miningPools = openMiningPoolFinder();
const ids = miningPools.list.map(({ id }) => id);
const epoch = 2_016;
const spacing = 600;
const minTarget = 0xffffn << 208n;

/** Source: Bitcoin Core, arith_uint256::GetCompact. */
function compactOf(target: bigint): number {
  let bytes = Math.ceil(target.toString(16).length / 2);
  let mantissa = Number(bytes <= 3 ? target << BigInt(8 * (3 - bytes)) : target >> BigInt(8 * (bytes - 3)));
  if ((mantissa & 0x800000) !== 0) {
    mantissa >>= 8;
    bytes++;
  }
  return mantissa + bytes * 2 ** 24;
}

/**
 * Headers of a chain whose hash rate grows by many orders of magnitude; times and targets follow the consensus rules.
 */
const random = seededRandom(6);
const times = new Uint32Array(blocks);
const bits = new Uint32Array(blocks);
let target = minTarget;
let rate = 2 ** 32 / spacing;
let time = 1_231_006_505;
for (let height = 0; height < blocks; height++) {
  if (height > 0 && height % epoch === 0) {
    const took = times[height - 1]! - times[height - epoch]!;
    const span = BigInt(Math.max(302_400, Math.min(4_838_400, took)));
    target = (target * span) / 1_209_600n;
    if (target > minTarget) target = minTarget;
    rate *= 1.058;
  }
  const work = Number((1n << 256n) / target);
  time += -Math.log(1 - random()) * (work / rate);
  // Variation of miners' clocks.
  times[height] = Math.floor(time + 600 * (random() - 0.5));
  bits[height] = compactOf(target);
}

const subsidy = (height: number) => Math.floor(50e8 / 2 ** Math.floor(height / mainnet.subsidyHalvingInterval));

function rowAt(height: number): BlockRow {
  const own = seededRandom(height);
  const share = Math.min(1, height / 400_000);
  const txCount = 1 + Math.floor(share * 3_000 * own());
  const weight = Math.floor(1_000 + share * 3_990_000 * own());
  const totalFees = Math.floor(txCount * 20_000 * own());
  const fees = [1, 2, 4, 8, 16, 32, 64].map((value) => Math.floor(value * 500 * own()));
  const bytes = new ByteWriter(80).u32(4).bytes(new Uint8Array(64)).u32(times[height]!).u32(bits[height]!).u32(height);
  return {
    height: height as Height,
    header: readHeader(bytes.finish()),
    size: Math.floor(weight / 2.5),
    weight: weight as Weight,
    txCount,
    medianTime: times[height]!,
    figures: {
      totalFees,
      reward: subsidy(height) + totalFees,
      medianFee: 10 * own(),
      feeRange: fees.map((fee) => fee / 140),
      feePercentiles: fees,
      inputs: 2 * txCount,
      outputs: 2 * txCount,
      totalOut: 1e9 * txCount,
      txSize: Math.floor(weight / 2.6),
      txWeight: weight - 900,
      segwitTxs: txCount >> 1,
      segwitSize: weight >> 2,
      segwitWeight: weight >> 1,
      coinbaseScript: new Uint8Array(0),
      payoutScripts: [],
    },
  };
}

const tipRow = rowAt(blocks - 1);
let rowsRead = 0;
const view = {
  tip: { height: blocks - 1, hash: tipRow.header.hash },
  async blocksAt(heights: readonly number[]) {
    rowsRead += heights.length;
    return heights.map(rowAt);
  },
  close: async () => undefined,
} as unknown as IndexView;

const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
/** About 25 mining pools share the blocks at any time; every 6,000 blocks a new one replaces the oldest. */
function miningPoolOf({ height }: BlockRow): number {
  const newest = Math.floor(height / 6_000);
  return ids[Math.max(0, newest - Math.floor(25 * seededRandom(height)() ** 3))]!;
}
const started = () =>
  createFactFollower({
    openView: async () => view,
    miningPoolOf,
    rules: miningPools.rules,
    directory,
    onError: (error) => {
      throw error;
    },
  });

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
const round = (ms: number) => Math.round(ms * 100) / 100;
const p99Of = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.ceil(0.99 * list.length) - 1]!;
const collect = () => (globalThis as { gc?: () => void }).gc?.();

const first = started();
const gathered = await timed(() => first.catchUp());
const loads: number[] = [];
let facts = first;
for (let run = 0; run < 5; run++) {
  facts = started();
  rowsRead = 0;
  loads.push(await timed(() => facts.catchUp()));
}
collect();
const before = process.memoryUsage().arrayBuffers;
const another = started();
await another.catchUp();
collect();
const held = process.memoryUsage().arrayBuffers - before;
console.log(
  JSON.stringify({
    blocks,
    bytesOfBlock: factBytes,
    gatheredSeconds: gathered / 1000,
    loadMs: Math.round(median(loads)),
    rowsReadAtLoad: rowsRead,
    heldMegabytes: Math.round(held / 1e6),
    heldOfBlock: Math.round(held / another.columns.count),
  }),
);

const tipTime = times[blocks - 1]!;
const expensive = seededRandom(8);
/** Hourly prices over ten years. */
const prices = createPriceBook(baseCurrencies, () => tipTime);
prices.setHistory(
  Array.from({ length: 10 * 365 * 24 }, (_, hour, hours = 10 * 365 * 24) => ({
    time: tipTime - 3_600 * (hours - hour),
    prices: Object.fromEntries(baseCurrencies.map((code) => [code, Math.floor(200 + hour * expensive())])),
  })),
);
const audits = await openAudits({
  directory: undefined,
  maxBytes: 1e6,
  onError: (error) => {
    throw error;
  },
});

/** Only the members that the measured routes use; renaming one of them is a compile error. */
const parts = {
  network: mainnet,
  miningPools,
  facts,
  prices,
  audits,
  index: () => ({}),
  progress: () => ({ height: blocks - 1, nodeHeight: blocks - 1, synced: true }),
  now: () => tipTime + 300,
} satisfies Partial<Record<keyof NetworkContext, unknown>>;
const context = parts as unknown as NetworkContext;
const windows = ['24h', '3d', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'];
const series = [
  'miningPoolsRanking',
  'miningHashrate',
  'miningPoolHashrates',
  'miningDifficulty',
  'miningFees',
  'miningRewards',
  'miningFeeRates',
  'miningSizesWeights',
] as const satisfies EndpointId[];
const single: [EndpointId, Record<string, string>][] = [
  ['miningPool', { slug: miningPools.list[20]!.slug }],
  ['miningPoolHashrate', { slug: miningPools.list[20]!.slug }],
  ['miningRewardStats', { blockCount: String(blocks) }],
];
const questions: [EndpointId, Record<string, string>][] = [
  ...series.flatMap((id) => windows.map((interval): [EndpointId, Record<string, string>] => [id, { interval }])),
  ...single,
];
for (const [id, params] of questions) {
  const endpoint: Endpoint = endpoints[id];
  const took: number[] = [];
  const worked: number[] = [];
  let bytes = 0;
  for (let run = 0; run < runs; run++) {
    const used = process.cpuUsage();
    const began = performance.now();
    const reply = await answerCall(context, endpoint, id, { params, query: {}, body: '' }, console.error, true);
    took.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    worked.push((user + system) / 1000);
    if (reply.status !== 200) throw new Error(`${id}: ${reply.status} ${String(reply.body)}`);
    bytes = reply.body.length;
  }
  // `first`: CPU time of the first request, which goes over all blocks, as after a start or a reorg.
  const figures = {
    first: round(worked[0]!),
    p50: round(median(took)),
    p99: round(p99Of(took)),
    processorP50: round(median(worked)),
    processorP99: round(p99Of(worked)),
    bytes,
  };
  console.log(JSON.stringify({ id, ...params, ...figures }));
}
console.log(JSON.stringify({ calibration: Math.round(calibrate()) }));
await audits.stop();
await rm(directory, { recursive: true });
