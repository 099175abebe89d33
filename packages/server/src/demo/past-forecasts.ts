import {
  blockIdBytes,
  type ForecastRates,
  forecastProbabilities,
  forecastTargets,
  openForecastLog,
} from '@glassblock/mempool/forecast';
import { seededRandom } from '@glassblock/primitives';

/** A past block of the simulated node. */
export interface PastBlock {
  height: number;
  /** Internal byte order. */
  hash: Uint8Array;
  /** Header time, Unix seconds. */
  time: number;
}

/**
 * Median of the lowest fee rate that entered a block, sat/vB; spread of its logarithm, and its correlation from block
 * to block.
 */
const medianEntry = 3.1;
const entrySpread = 0.16;
const memory = 0.85;
const minFeeRate = 0.1;
/** Simulated continuations of a forecast. */
const courses = 120;

/** A simulated block: the lowest fee rate that entered it, and the forecast of its time. */
export interface SimulatedForecast {
  readonly entry: number;
  readonly rates: ForecastRates;
}

/**
 * Simulates the forecasts of consecutive blocks, and their entry rates. Both come from one course of fee rates; the
 * forecasts do not use later fee rates.
 */
export function simulateForecasts(count: number, seed: number): SimulatedForecast[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const next = (state: number) => memory * state + Math.sqrt(1 - memory ** 2) * normal();
  const entryOf = (state: number) => medianEntry * Math.exp(entrySpread * state);
  const maxTarget = forecastTargets.at(-1)!;

  /** Quantiles of the lowest entry rate of the next blocks, from simulated continuations. */
  function forecastFrom(start: number): ForecastRates {
    const lowest = forecastTargets.map(() => new Float64Array(courses));
    for (let course = 0; course < courses; course++) {
      let state = start;
      let min = Number.POSITIVE_INFINITY;
      for (let block = 1, target = 0; block <= maxTarget; block++) {
        state = next(state);
        min = Math.min(min, entryOf(state));
        if (block === forecastTargets[target]) lowest[target++]![course] = min;
      }
    }
    return lowest.map((rates) => {
      rates.sort();
      return forecastProbabilities.map(
        (percent) => rates[Math.min(courses - 1, Math.floor((courses * percent) / 100))]!,
      );
    });
  }

  let state = normal();
  return Array.from({ length: count }, () => {
    const forecast = { entry: entryOf(state), rates: forecastFrom(state) };
    state = next(state);
    return forecast;
  });
}

/**
 * Writes forecasts of the time of some blocks, and the entry rates of these blocks.
 * @param directory of the forecasts; created when missing
 * @param blocks oldest first, consecutive
 * @param forecasts of the newest blocks, oldest first
 */
export async function writePastForecasts(
  directory: string,
  blocks: readonly PastBlock[],
  forecasts: readonly SimulatedForecast[],
): Promise<void> {
  const log = await openForecastLog(directory);
  const newest = blocks.slice(-forecasts.length);
  for (const [i, { height, hash, time }] of newest.entries()) {
    const { entry, rates } = forecasts[i]!;
    await log.addBlock({ height, id: hash.slice(0, blockIdBytes), time, entry });
    await log.addForecast({ time, height, minFeeRate, rates });
  }
}
