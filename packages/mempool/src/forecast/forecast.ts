import { drawFutures, type Futures } from './futures.ts';
import type { Inflow } from './inflow-meter.ts';
import { bandOfRate, rateBands, rateOfBand, sumsFromTop } from './rate-bands.ts';

/** Confirmation targets, blocks. */
export const forecastTargets = [1, 2, 3, 6, 12, 24, 72, 144] as const;
/** Percent. */
export const forecastProbabilities = [50, 80, 95] as const;

/** Input of a forecast. Plain data: it crosses threads. */
export interface ForecastInputs {
  /** WU of the mempool by fee rate band (`bandOfRate`). */
  mempoolWeights: Float64Array;
  inflow: Inflow;
  /** Minimum relay fee rate of the node, sat/vB. */
  minFeeRate: number;
}

/** sat/vB with three decimals, by target and, inside, by probability. */
export type ForecastRates = number[][];

/** Forecasts fee rates. */
export interface Forecaster {
  /** @param blockSeconds mean block interval */
  forecast(inputs: ForecastInputs, blockSeconds: number): ForecastRates;
}

/** Weight of a block for transactions, without the reserve for the coinbase, WU. */
export const blockCapacity = 3_992_000;
/** Share of a block that is ignored for its entry rate: transactions paid out of band, or that fill the block. */
export const tailShare = 0.02;

const defaultCourses = 512;
const defaultSeed = 20_090_103;
/** Measured time after which the forecast uses the measured inflow alone. */
const trustedSeconds = 1_800;

/**
 * Creates a forecaster of fee rates that confirm within some blocks with some probability.
 * A fee rate enters the first block at which the work above it, in the mempool and arrived since, fits into all blocks
 * so far: until then every block is filled by higher ones. Block times and inflow are uncertain, so this is computed
 * for many simulated courses; in each the lowest sufficient fee rate is known, and a forecast is a quantile of those.
 */
export function createForecaster({ courses = defaultCourses, seed = defaultSeed } = {}): Forecaster {
  const max = forecastTargets.at(-1)!;
  const futures = drawFutures({ courses, blocks: max, seed });
  return {
    forecast(inputs, blockSeconds) {
      const work = workOf(inputs, blockSeconds, futures);
      const lowest = bandOfRate(inputs.minFeeRate);
      const entries = forecastTargets.map(() => new Float64Array(courses));
      for (let course = 0; course < courses; course++) {
        const found = entriesOf(course, lowest, work);
        forecastTargets.forEach((_, target) => {
          entries[target]![course] = found[target]!;
        });
      }
      return entries.map((places) => {
        places.sort();
        return forecastProbabilities.map((percent) => {
          return rateAtPlace(places[Math.ceil((percent / 100) * courses) - 1]!, inputs.minFeeRate);
        });
      });
    },
  };
}

/** Work above fee rates over the courses: mempool and inflow, cumulative from the highest band. */
interface Work {
  futures: Futures;
  /** WU of the mempool. */
  waiting: Float64Array;
  /** WU per mean interval, at the rate of the last hour and of the day. */
  recent: Float64Array;
  daily: Float64Array;
  spread: Float64Array;
}

function workOf({ mempoolWeights, inflow }: ForecastInputs, blockSeconds: number, futures: Futures): Work {
  const waiting = sumsFromTop(mempoolWeights);
  // inflow with little measurement is assumed to be like the mempool: blocks as full as it fills the next one
  const trust = Math.min(1, inflow.measuredSeconds / trustedSeconds);
  const mempoolLike = blockCapacity / Math.max(blockCapacity, waiting[0]!);
  const expected = (rate: number, band: number) =>
    trust * rate * blockSeconds + (1 - trust) * mempoolLike * waiting[band]!;
  return {
    futures,
    waiting,
    recent: inflow.recent.map(expected),
    daily: inflow.daily.map(expected),
    spread: inflow.spread,
  };
}

/**
 * The lowest fee rate that confirms within each target of one course, as a fractional band index.
 * @param lowest band of the minimum
 */
function entriesOf(course: number, lowest: number, work: Work): number[] {
  const { blocks } = work.futures;
  const found: number[] = [];
  let entry = rateBands;
  let band = rateBands;
  for (let block = 0; block < blocks; block++) {
    const room = (block + 1 - tailShare) * blockCapacity;
    if (block === 0) band = lowestThatFits(work, course, room, lowest);
    while (band > lowest && workAbove(work, course, block, band - 1) <= room) band--;
    if (band === lowest) return forecastTargets.map((_, target) => found[target] ?? lowest);
    if (entry > band - 1) {
      // work is assumed to be uniform inside a band
      const above = workAbove(work, course, block, band);
      const below = workAbove(work, course, block, band - 1);
      if (above <= room) entry = Math.min(entry, band - (room - above) / (below - above));
    }
    if (block + 1 === forecastTargets[found.length]) found.push(entry);
  }
  return found;
}

/** WU at or above a band that are in the mempool or arrive before a block of a course. */
function workAbove(work: Work, course: number, block: number, band: number): number {
  if (band >= rateBands) return 0;
  const { elapsed, drift, memory, variance, blocks } = work.futures;
  const at = course * blocks + block;
  const spread = work.spread[band]!;
  const daily = work.daily[band]!;
  const mean = daily + memory[at]! * (work.recent[band]! - daily);
  // a log-normal factor raises the mean: it must be corrected
  const factor = Math.exp(spread * (drift[at]! - (spread * variance[block]!) / 2));
  return work.waiting[band]! + elapsed[at]! * mean * factor;
}

/** The lowest band whose work fits into the first block, at least `lowest`. */
function lowestThatFits(work: Work, course: number, room: number, lowest: number): number {
  let fails = lowest - 1;
  let fits = rateBands;
  while (fits - fails > 1) {
    const middle = (fits + fails) >> 1;
    if (workAbove(work, course, 0, middle) <= room) fits = middle;
    else fails = middle;
  }
  return fits;
}

/** The fee rate of a fractional band index, rounded up; at least the minimum. */
function rateAtPlace(place: number, minFeeRate: number): number {
  const band = Math.min(Math.floor(place), rateBands - 1);
  const next = Math.min(band + 1, rateBands - 1);
  const rate = rateOfBand(band) * (rateOfBand(next) / rateOfBand(band)) ** (place - band);
  return Math.ceil(Math.max(rate, minFeeRate) * 1_000 - 1e-6) / 1_000;
}
