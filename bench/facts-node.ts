/**
 * Compares the block statistics with a real node: 20,000 regtest blocks with payments of all types, the statistics of
 * 200 random blocks compared with `getblockstats` and `getblock` 3, and the series over all blocks compared with sums
 * over `getblockstats`. Prints the differences; exits with 1 if there are any.
 *
 *     node bench/facts-node.ts [--blocks 20000] [--checked 200]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BlockExt, BlockFees, BlockRewards, BlockSizesWeights } from '@glassblock/contract';
import { startRealNode } from '@glassblock/node/testing';
import { seededRandom } from '@glassblock/primitives';
import { startServer } from './index/start-server.ts';

const { values } = parseArgs({
  options: { blocks: { type: 'string', default: '20000' }, checked: { type: 'string', default: '200' } },
});
const blocks = Number(values.blocks);
const checked = Number(values.checked);
const random = seededRandom(20_000);
const forms = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;
/** One block in this many has payments. */
const paidEvery = 20;

interface Stats {
  height: number;
  time: number;
  totalfee: number;
  avgfee: number;
  avgfeerate: number;
  utxo_increase: number;
  ins: number;
  outs: number;
  total_out: number;
  total_size: number;
  total_weight: number;
  subsidy: number;
  swtxs: number;
  swtotal_size: number;
  swtotal_weight: number;
  txs: number;
  medianfee: number;
  minfee: number;
  maxfee: number;
}
interface NodeBlock {
  height: number;
  size: number;
  weight: number;
  nTx: number;
  tx: {
    fee?: number;
    weight: number;
    vin: { coinbase?: string }[];
    vout: { value: number; scriptPubKey: { address?: string } }[];
  }[];
}

const node = await startRealNode();
const directory = await mkdtemp(join(tmpdir(), 'glassblock-facts-node-'));
const rpc = async <T>(method: string, ...params: unknown[]) => (await node.client.rpc(method, ...params)) as T;

// ---- the chain

let time = Math.floor(Date.now() / 1000) - blocks * 600;
const began = performance.now();
// Wallets ignore blocks older than themselves.
await rpc('setmocktime', time);
await rpc('unloadwallet', 'test');
await rpc('createwallet', 'past');
/** An anyone-can-spend script: thousands of own UTXOs would slow the wallet down. */
const miner = 'bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85';
for (let height = 0; height < blocks; ) {
  // The mock time advances per batch: blocks of a batch are one second apart, which consensus allows.
  const stretch = Math.min(blocks - height, height < 160 ? 1 : paidEvery);
  for (let i = 0; i < stretch; i++) time += Math.ceil(-600 * Math.log(1 - random()));
  await rpc('setmocktime', Math.min(time, Math.floor(Date.now() / 1000)));
  if (height > 160) {
    const count = 1 + Math.floor(random() * 12);
    for (let i = 0; i < count; i++) {
      const form = forms[Math.floor(random() * forms.length)]!;
      const btc = Number((0.001 + random() * 0.01).toFixed(8));
      await node.pay(await node.newAddress(form), btc, { feeRate: Number((1 + random() * 60).toFixed(3)) });
    }
  }
  await rpc('generatetoaddress', stretch, height < 160 || random() < 0.02 ? await node.newAddress() : miner);
  height += stretch;
}
console.log(`chain of ${blocks} blocks: ${((performance.now() - began) / 1000).toFixed(0)} s`);

// ---- statistics from the node

const stats: Stats[] = [];
for (let height = 0; height <= blocks; height += 64) {
  const heights = Array.from({ length: Math.min(64, blocks + 1 - height) }, (_, i) => height + i);
  stats.push(...(await Promise.all(heights.map((at) => rpc<Stats>('getblockstats', at)))));
}

// ---- our statistics

const config = join(directory, 'config.json');
const networks = [{ name: 'regtest', node: node.url }];
await writeFile(config, JSON.stringify({ port: 0, dataDir: directory, requestsPerMinute: 0, networks }));
const server = await startServer(config);
const get = async <T>(path: string): Promise<T> => {
  const response = await fetch(server.url + path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
};

let compared = 0;
const faults: string[] = [];
function same(what: string, ours: unknown, theirs: unknown): void {
  compared++;
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
    faults.push(`${what}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} there`);
  }
}

const sats = (btc: number) => Math.round(btc * 1e8);
const cents = (value: number) => Math.round(value * 100) / 100;
const place = (n: number, share: number) => Math.max(0, Math.floor(n * share) - 1);

/** Compares the statistics of one block. */
async function check(height: number): Promise<void> {
  const hash = await rpc<string>('getblockhash', height);
  const theirs = await rpc<NodeBlock>('getblock', hash, 3);
  const header = await rpc<string>('getblockheader', hash, false);
  const ours = await get<BlockExt>(`/api/v1/block/${hash}`);
  const { extras } = ours;
  const published = stats[height]!;
  const [coinbase, ...others] = theirs.tx;
  const fees = others.map(({ fee }) => sats(fee!)).sort((a, b) => a - b);
  const paidOut = coinbase!.vout.filter(({ value }) => value > 0);
  const addresses = [...new Set(paidOut.flatMap(({ scriptPubKey }) => scriptPubKey.address ?? []))];
  const at = (what: string) => `block ${height} ${what}`;
  same(at('size'), [ours.size, ours.weight, ours.tx_count], [theirs.size, theirs.weight, theirs.nTx]);
  same(at('header'), extras.header, header);
  same(at('coinbase'), extras.coinbaseRaw, coinbase!.vin[0]!.coinbase);
  same(
    at('addresses'),
    [extras.coinbaseAddress, extras.coinbaseAddresses],
    [addresses[0] ?? null, addresses.length === 0 ? null : addresses],
  );
  const reward = coinbase!.vout.reduce((sum, { value }) => sum + sats(value), 0);
  same(at('reward'), [extras.reward, extras.totalFees], [reward, published.totalfee]);
  same(at('averages'), [extras.avgFee, extras.avgFeeRate], [published.avgfee, published.avgfeerate]);
  same(at('average size'), cents(extras.avgTxSize), cents(published.total_size / published.txs));
  same(at('inputs and outputs'), [extras.totalInputs, extras.totalOutputs], [published.ins, published.outs]);
  same(at('outputs'), [extras.totalOutputAmt, extras.utxoSetChange], [published.total_out, published.utxo_increase]);
  same(
    at('segwit'),
    [extras.segwitTotalTxs, extras.segwitTotalSize, extras.segwitTotalWeight],
    [published.swtxs, published.swtotal_size, published.swtotal_weight],
  );
  same(at('virtual size'), extras.virtualSize, theirs.weight / 4);
  if (fees.length === 0) return;
  const percentiles = [
    fees[0],
    ...[0.1, 0.25, 0.5, 0.75, 0.9].map((share) => fees[place(fees.length, share)]),
    fees.at(-1),
  ];
  same(at('percentiles'), extras.feePercentiles, percentiles);
  same(at('median fee'), extras.medianFeeAmt, percentiles[3]);
}

const paid = stats.filter(({ txs }) => txs > 1).map(({ height }) => height);
for (let i = 0; i < checked; i++) {
  await check(i % 2 === 0 ? paid[Math.floor(random() * paid.length)]! : 1 + Math.floor(random() * blocks));
}
console.log(`${checked} random blocks, ${paid.length} of ${blocks} have payments: ${compared} values compared`);

// ---- series over all blocks: one value per day

const days = Map.groupBy(stats, ({ time: at }) => Math.floor(at / 86_400));
const mean = (rows: readonly Stats[], value: (row: Stats) => number) =>
  Math.round(rows.reduce((sum, row) => sum + value(row), 0) / rows.length);
const { sizes, weights } = await get<BlockSizesWeights>('/api/v1/mining/blocks/sizes-weights/all');
const ours = {
  fees: (await get<BlockFees[]>('/api/v1/mining/blocks/fees/all')).map(({ avgFees }) => avgFees),
  rewards: (await get<BlockRewards[]>('/api/v1/mining/blocks/rewards/all')).map(({ avgRewards }) => avgRewards),
  sizes: sizes.map(({ avgSize }) => avgSize),
  weights: weights.map(({ avgWeight }) => avgWeight),
};
const rows = [...days.keys()].sort((a, b) => a - b).map((day) => days.get(day)!);
const before = compared;
rows.forEach((row, i) => {
  // getblockstats excludes the coinbase from sizes and weights: those are compared per block above.
  same(
    `day ${i} fees`,
    ours.fees[i],
    mean(row, ({ totalfee }) => totalfee),
  );
  same(
    `day ${i} rewards`,
    ours.rewards[i],
    mean(row, ({ subsidy, totalfee }) => subsidy + totalfee),
  );
});
same(
  'days',
  [ours.fees.length, ours.rewards.length, ours.sizes.length, ours.weights.length],
  Array(4).fill(rows.length),
);
const last = await get<{ totalReward: string; totalFee: string; totalTx: string }>('/api/v1/mining/reward-stats/144');
const newest = stats.slice(-144);
const sum = (value: (row: Stats) => number) => String(newest.reduce((all, row) => all + value(row), 0));
same('reward stats', last, {
  startBlock: blocks - 143,
  endBlock: blocks,
  totalReward: sum(({ subsidy, totalfee }) => subsidy + totalfee),
  totalFee: sum(({ totalfee }) => totalfee),
  totalTx: sum(({ txs }) => txs),
});
const network = await get<{ currentHashrate: number }>('/api/v1/mining/hashrate/all');
// Both divide the same work by the same time, but round at different points.
const inDigits = (rate: number) => rate.toPrecision(15);
same('hash rate', inDigits(network.currentHashrate), inDigits(await rpc<number>('getnetworkhashps', 1_008)));
console.log(`series over ${rows.length} days: ${compared - before} values compared`);

for (const fault of faults.slice(0, 40)) console.log(fault);
console.log(`${faults.length} of ${compared} values differ`);
await server.stop();
await node.stop();
await rm(directory, { recursive: true, force: true });
process.exitCode = faults.length === 0 ? 0 : 1;
