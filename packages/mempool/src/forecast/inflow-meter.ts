import { bandOfRate, rateBands, sumsFromTop } from './rate-bands.ts';

/** What arrived lately, by fee-rate band; each figure is of a band and all above it. Plain data: it crosses threads. */
export interface Inflow {
  /** Seconds of the last day in which arrivals were measured. */
  measuredSeconds: number;
  /** WU per second over the last hour or so, the newest minutes counting most. */
  recent: Float64Array;
  /** WU per second over the day. */
  daily: Float64Array;
  /** How much half hours of the day differ: standard deviation of the logarithm of their inflow. */
  spread: Float64Array;
}

/** Measures what enters the pool, by fee rate. Times are seconds and do not run back. */
export interface InflowMeter {
  /** The pool is in step with the node from now on: what arrives is news. */
  resume(time: number): void;
  /** The pool is being loaded, or was lost: what arrives is no news, and the time does not count. */
  pause(time: number): void;
  /** A transaction arrived.
   *  @param rate  sat/vB that it is mined at  @param weight  WU; negative for one that left because another took its place */
  add(time: number, rate: number, weight: number): void;
  state(time: number): Inflow;
}

const binSeconds = 600;
/** Bins of a day. */
const bins = 144;
/** Bins of the stretches whose inflow is compared. */
const stretchBins = 3;
/** Age in bins at which an arrival counts e times less in `lately`. */
const recentBins = 5;
/** What a stretch must have been measured for to be compared, seconds. */
const minMeasured = (stretchBins * binSeconds) / 2;
/** Inflow in WU per second below which differences do not matter: a fiftieth of what blocks take. */
const noise = 130;
/** What inflow differs by where nothing was measured yet, and how many stretches that word weighs. */
const defaultSpread = 0.4;
const defaultStretches = 8;

export function createInflowMeter(): InflowMeter {
  // 136 kB: cheaper than keeping arrivals
  const weights = Array.from({ length: bins }, () => new Float32Array(rateBands));
  const seconds = new Float64Array(bins);
  /** Number of the newest bin since 1970; its place is the rest by `bins`. */
  let newest = 0;
  /** Up to when time is measured; undefined while it is not. */
  let measuredTo: number | undefined;

  function moveTo(time: number): void {
    const bin = Math.floor(time / binSeconds);
    for (let next = Math.max(newest + 1, bin - bins + 1); next <= bin; next++) {
      weights[next % bins]!.fill(0);
      seconds[next % bins] = 0;
    }
    newest = Math.max(newest, bin);
  }

  /** Measured time up to now goes to the bins that it lies in. */
  function measure(time: number): void {
    if (measuredTo !== undefined) {
      for (let from = Math.max(measuredTo, time - bins * binSeconds); from < time; ) {
        moveTo(from);
        const to = Math.min(time, (Math.floor(from / binSeconds) + 1) * binSeconds);
        seconds[newest % bins]! += to - from;
        from = to;
      }
      measuredTo = Math.max(measuredTo, time);
    }
    moveTo(time);
  }

  return {
    resume(time) {
      measure(time);
      measuredTo ??= time;
    },
    pause(time) {
      measure(time);
      measuredTo = undefined;
    },
    add(time, rate, weight) {
      if (measuredTo === undefined) return;
      measure(time);
      weights[newest % bins]![bandOfRate(rate)]! += weight;
    },
    state(time) {
      measure(time);
      const ages = Array.from({ length: bins }, (_, age) => (newest - age + bins) % bins);
      const stretches = Array.from({ length: bins / stretchBins }, (_, i) => {
        const places = ages.slice(i * stretchBins, (i + 1) * stretchBins);
        return meanOf(places, () => 1);
      }).filter((stretch) => stretch.seconds >= minMeasured);
      const daily = meanOf(ages, () => 1);
      return {
        measuredSeconds: daily.seconds,
        recent: meanOf(ages, (age) => Math.exp(-age / recentBins)).rates,
        daily: daily.rates,
        spread: spreadOf(
          stretches.map(({ rates }) => rates),
          daily.rates,
        ),
      };
    },
  };

  /** Mean inflow over some bins. @param shareOf  what each counts, by its place in the list */
  function meanOf(places: readonly number[], shareOf: (i: number) => number) {
    const sums = new Float64Array(rateBands);
    let measured = 0;
    places.forEach((place, i) => {
      const share = shareOf(i);
      measured += share * seconds[place]!;
      for (let band = 0; band < rateBands; band++) sums[band]! += share * weights[place]![band]!;
    });
    const rates = sumsFromTop(sums);
    // replacements can take more from a band than arrived in it: the sum from the top must not fall
    for (let band = rateBands - 1, min = 0; band >= 0; band--) {
      rates[band] = min = Math.max(min, measured > 0 ? rates[band]! / measured : 0);
    }
    return { rates, seconds: measured };
  }
}

function spreadOf(stretches: readonly Float64Array[], mean: Float64Array): Float64Array {
  return mean.map((daily, band) => {
    const squares = stretches.reduce((sum, rates) => sum + Math.log((rates[band]! + noise) / (daily + noise)) ** 2, 0);
    return Math.sqrt((squares + defaultStretches * defaultSpread ** 2) / (stretches.length + defaultStretches));
  });
}
