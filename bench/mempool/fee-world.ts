import { seededRandom } from '@glassblock/primitives';

/** Parameters of a simulated fee market. Loads are shares of the block capacity. */
export interface WorldOptions {
  /** Mean inflow. */
  load: number;
  /** Amplitude of the daily variation of the inflow. */
  daily: number;
  /** Standard deviation of the logarithm of slow random variations, and their correlation time in hours. */
  swing: number;
  swingHours: number;
  /** Rushes per day; each lasts some hours and multiplies inflow and bids. */
  rushes: number;
  rushInflow: number;
  rushBid: number;
  /** Share of bidders who follow the fee rates of the last blocks. */
  followers: number;
  /** Share of bidders who pay whole sat/vB. */
  rounders: number;
  /** Mean block interval in seconds. */
  blockSeconds: number;
}

/** A simulated block; fee rates in sat/vB. */
export interface WorldBlock {
  time: number;
  txs: { rate: number; weight: number }[];
  weight: number;
  /** WU of the mempool before the block. */
  waitingWeight: number;
}

/** A mempool that is filled by bidders and drained by blocks with the highest fee rates, in steps of some seconds. */
export interface FeeWorld {
  readonly time: number;
  readonly blocks: number;
  /** Calls `take` with each fee rate of the mempool and its WU. */
  mempool(take: (rate: number, weight: number) => void): void;
  /**
   * Advances by one step.
   * @returns its blocks
   */
  step(onArrival: (time: number, rate: number, weight: number) => void): WorldBlock[];
}

/** Length of a step in seconds. */
export const stepSeconds = 30;
const capacity = 3_992_000;
const meanWeight = 6_000;
const ownLevel = 4;
const bidSpread = 0.9;
/** Minimum fee rate of the simulated node, sat/vB. */
export const minFeeRate = 1;
/** Mempool and blocks are counted in fee rate bands of 1 %. */
const fineStep = Math.log(1.01);
const fineBands = 950;
const fineRate = (band: number) => minFeeRate * Math.exp(band * fineStep);

/** Creates a simulated fee market. */
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
    const isBurst = time < rushUntil;
    const day = 1 + options.daily * Math.sin((2 * Math.PI * time) / 86_400 + phase);
    const inflow = options.load * (capacity / options.blockSeconds) * day;
    let left = poisson((inflow * Math.exp(swing) * (isBurst ? options.rushInflow : 1) * stepSeconds) / meanWeight);
    for (; left > 0; left--) {
      const level = random() < options.followers ? Math.max(minFeeRate, 1.15 * taken) : ownLevel;
      const bid = level * (isBurst ? options.rushBid : 1) * Math.exp(bidSpread * normal());
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
