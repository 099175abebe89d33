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
/** Median fee rate at the start, sat/vB, and spread of its logarithm. */
const startRate = 2.6;
const rateSpread = 0.55;
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

/** Returns the vB by fee band of a mempool with log-normal fee rates. */
function bandsOf(vsize: number, medianRate: number): number[] {
  const below = (rate: number) => (rate <= 0 ? 0 : normalShare(Math.log(rate / medianRate) / rateSpread));
  return feeBands.map((from, i) =>
    Math.round(vsize * (below(feeBands[i + 1] ?? Number.POSITIVE_INFINITY) - below(from))),
  );
}

/** Returns samples of a simulated week up to `now`, oldest first; the last ones approach the mempool at the start. */
export function pastSamples(now: number, seed: number): MempoolSample[] {
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
    const sawtooth = (random() - 0.5) * 0.7e6;
    const vsize = Math.max(0.6e6, startVsize + share * (0.9e6 * size + 0.7e6 * wave) + sawtooth);
    const medianRate = startRate * Math.exp(share * (0.28 * rate + 0.15 * wave));
    samples.push({
      added: time,
      count: Math.round(vsize / txVsize),
      vBytesPerSecond: Math.round(inflow * (1 + 0.06 * wave + 0.07 * normal())),
      weight: 4 * vsize,
      totalFee: Math.round(vsize * medianRate * Math.exp(rateSpread ** 2 / 2)),
      minFee,
      vsizes: bandsOf(vsize, medianRate),
    });
  }
  return samples;
}

/** Writes the samples of a simulated week. @param directory of the samples; created when missing */
export async function writePastSamples(directory: string, now: number, seed: number): Promise<void> {
  const samples = await openSamples(directory);
  for (const sample of pastSamples(now, seed)) await samples.add(sample);
}
