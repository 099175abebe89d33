import type { DevnodeReady } from '@glassblock/devnode/worker';
import { feeBands, type MempoolSample, openSamples } from '@glassblock/mempool';
import { seededRandom } from '@glassblock/primitives';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** Length of the history: a sample per minute on the last day, fewer before. */
const pastDays = 7;
const dailyStep = 5 * minute;

/** Mempool at the start of the simulated node, vB, and mean size of its transactions. */
const startVsize = 4.05e6;
const txVsize = 340;
/** Median fee rate of new transactions at the start, sat/vB. */
const startRate = 3.9;
type MempoolFeeRates = DevnodeReady['feeRates'];
type FeeRateSpread = MempoolFeeRates['fresh'];

/** New transactions: between none and a block. */
const maxNewVsize = 1.1e6;
/** Inflow, vB/s: a full block every 45 seconds. */
const inflow = 22_000;
const minFee = 0.1;

/** Normal distribution function, to four decimals (Handbook of Mathematical Functions, 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x < 0 ? tail : 1 - tail;
}

/** Returns the share of transactions below a fee rate. @param medianRate of new transactions */
const shareBelow = (rate: number, medianRate: number, { factor, sigma }: FeeRateSpread): number =>
  rate <= 0 ? 0 : normalShare(Math.log(rate / (factor * medianRate)) / sigma);

/** Returns the mean fee rate. @param medianRate of new transactions */
const meanRate = (medianRate: number, { factor, sigma }: FeeRateSpread): number =>
  factor * medianRate * Math.exp(sigma ** 2 / 2);

/** Returns the vB by fee band. @param medianRate of new transactions */
function bandsOf(
  backlogVsize: number,
  newVsize: number,
  medianRate: number,
  { backlog, fresh }: MempoolFeeRates,
): number[] {
  const below = (rate: number) =>
    backlogVsize * shareBelow(rate, medianRate, backlog) + newVsize * shareBelow(rate, medianRate, fresh);
  return feeBands.map((from, i) => Math.round(below(feeBands[i + 1] ?? Number.POSITIVE_INFINITY) - below(from)));
}

/** Returns samples of a simulated week up to `now`, oldest first; the last ones approach the mempool at the start. */
export function pastSamples(now: number, seed: number, feeRates: MempoolFeeRates): MempoolSample[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const samples: MempoolSample[] = [];
  let size = 0;
  let rate = 0;
  const last = Math.floor(now / minute) * minute - minute;
  for (let time = last - pastDays * day; time <= last; time += last - time > day ? dailyStep : minute) {
    const step = last - time > day ? dailyStep : minute;
    const decay = Math.exp(-step / (5 * hour));
    size = size * decay + normal() * Math.sqrt(1 - decay ** 2);
    rate = rate * decay + normal() * Math.sqrt(1 - decay ** 2);
    // the last hour leads to the level at the start
    const share = Math.min(1, (last - time) / hour);
    const wave = Math.sin((2 * Math.PI * time) / day);
    // the start is just before a block
    const newVsize = time === last ? maxNewVsize : random() * maxNewVsize;
    const backlogVsize = Math.max(0.6e6, startVsize - maxNewVsize + share * (0.9e6 * size + 0.7e6 * wave));
    const vsize = backlogVsize + newVsize;
    const medianRate = startRate * Math.exp(share * (0.28 * rate + 0.15 * wave));
    samples.push({
      added: time,
      count: Math.round(vsize / txVsize),
      vBytesPerSecond: Math.round(inflow * (1 + 0.06 * wave + 0.07 * normal())),
      weight: 4 * vsize,
      totalFee: Math.round(
        backlogVsize * meanRate(medianRate, feeRates.backlog) + newVsize * meanRate(medianRate, feeRates.fresh),
      ),
      minFee,
      vsizes: bandsOf(backlogVsize, newVsize, medianRate, feeRates),
    });
  }
  return samples;
}

/** Writes the samples of a simulated week. @param directory of the samples; created when missing */
export async function writePastSamples(
  directory: string,
  now: number,
  seed: number,
  feeRates: MempoolFeeRates,
): Promise<void> {
  const samples = await openSamples(directory);
  await samples.addAll(pastSamples(now, seed, feeRates));
}
