import { seededRandom } from '@glassblock/primitives';

/** What a simulated fee market is like. Loads are shares of what blocks can take. */
export interface WorldOptions {
  /** Mean inflow. */
  load: number;
  /** Share by which inflow rises and falls within a day. */
  daily: number;
  /** Standard deviation of the logarithm of slow random swings, and their memory in hours. */
  swing: number;
  swingHours: number;
  /** Rushes a day; each lasts some hours, multiplies inflow and what is bid. */
  rushes: number;
  rushInflow: number;
  rushBid: number;
  /** Share of bidders who look at what the last blocks took, instead of a level of their own. */
  followers: number;
  /** Share of bidders who pay whole sat/vB. */
  rounders: number;
  /** Mean time between blocks, seconds. */
  blockSeconds: number;
}

export interface WorldBlock {
  time: number;
  txs: { rate: number; weight: number }[];
  weight: number;
  /** WU of the mempool before it. */
  waitingWeight: number;
}

/** A mempool that is filled by bidders and emptied by blocks that take the best, in steps of some seconds. */
export interface FeeWorld {
  readonly time: number;
  readonly blocks: number;
  /** WU of the mempool, and what calls back for each of its rates. */
  mempool(take: (rate: number, weight: number) => void): void;
  /** Goes on by a step. @returns the blocks of it */
  step(onArrival: (time: number, rate: number, weight: number) => void): WorldBlock[];
}

export const stepSeconds = 30;
const capacity = 3_992_000;
const meanWeight = 6_000;
const ownLevel = 4;
const bidSpread = 0.9;
export const minFeeRate = 1;
/** Mempool and blocks are counted by steps of 1 % of the rate. */
const fineStep = Math.log(1.01);
const fineBands = 950;
const fineRate = (band: number) => minFeeRate * Math.exp(band * fineStep);

export function createFeeWorld(options: WorldOptions, seed: number): FeeWorld {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const exponential = () => -Math.log(1 - random());
  const waiting = new Float64Array(fineBands);
  const phase = random() * 2 * Math.PI;
  let time = 1_700_000_000;
  let blocks = 0;
  let swing = options.swing * normal();
  let rushUntil = 0;
  let untilBlock = exponential() * options.blockSeconds;
  let taken = ownLevel;

  function arrivals(onArrival: (time: number, rate: number, weight: number) => void): void {
    const stored = Math.exp(-stepSeconds / (3_600 * options.swingHours));
    swing = stored * swing + Math.sqrt(1 - stored * stored) * options.swing * normal();
    if (random() < (options.rushes * stepSeconds) / 86_400) rushUntil = time + 3_600 * (1 + 3 * random());
    const isRush = time < rushUntil;
    const day = 1 + options.daily * Math.sin((2 * Math.PI * time) / 86_400 + phase);
    const inflow = options.load * (capacity / options.blockSeconds) * day;
    let left = poisson((inflow * Math.exp(swing) * (isRush ? options.rushInflow : 1) * stepSeconds) / meanWeight);
    for (; left > 0; left--) {
      const level = random() < options.followers ? Math.max(minFeeRate, 1.15 * taken) : ownLevel;
      const bid = level * (isRush ? options.rushBid : 1) * Math.exp(bidSpread * normal());
      const rounded = random() < options.rounders ? Math.round(bid) : bid;
      const rate = Math.max(minFeeRate, rounded);
      const weight = 400 + (meanWeight - 400) * exponential();
      const band = Math.min(fineBands - 1, Math.floor(Math.log(rate / minFeeRate) / fineStep + 1e-9));
      waiting[band]! += weight;
      onArrival(time, fineRate(band), weight);
    }
  }

  function poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let count = 0;
    for (let sum = exponential(); sum < mean; sum += exponential()) count++;
    return count;
  }

  function mine(): WorldBlock {
    const waitingWeight = waiting.reduce((sum, weight) => sum + weight, 0);
    const txs: WorldBlock['txs'] = [];
    let room = capacity;
    for (let band = fineBands - 1; band >= 0 && room > 0; band--) {
      const weight = Math.min(room, waiting[band]!);
      if (weight <= 0) continue;
      waiting[band]! -= weight;
      room -= weight;
      txs.push({ rate: fineRate(band), weight });
    }
    taken = 0.7 * taken + 0.3 * (room > 0 ? minFeeRate : txs.at(-1)!.rate);
    blocks++;
    return { time, txs, weight: 8_000 + capacity - room, waitingWeight };
  }

  return {
    get time() {
      return time;
    },
    get blocks() {
      return blocks;
    },
    mempool(take) {
      waiting.forEach((weight, band) => {
        if (weight > 0) take(fineRate(band), weight);
      });
    },
    step(onArrival) {
      arrivals(onArrival);
      time += stepSeconds;
      const mined: WorldBlock[] = [];
      for (untilBlock -= stepSeconds; untilBlock <= 0; untilBlock += exponential() * options.blockSeconds) {
        mined.push(mine());
      }
      return mined;
    },
  };
}
