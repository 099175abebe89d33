import { bandOfRate, rateBands, sumsFromTop } from './rate-bands.ts';

/** Recent arrivals by fee rate band, cumulative from the highest band. Plain data: it crosses threads. */
export interface Inflow {
  /** Seconds of the last day in which arrivals were measured. */
  measuredSeconds: number;
  /** WU per second over about the last hour, the newest minutes weighted most. */
  recent: Float64Array;
  /** WU per second over the day. */
  daily: Float64Array;
  /** Spread between half hours of the day: standard deviation of the logarithm of their inflow. */
  spread: Float64Array;
}

/** Measures arrivals in the mempool by fee rate. Times are seconds and monotonic. */
export interface InflowMeter {
  /** Starts counting: the mempool is in sync. */
  resume(time: number): void;
  /** Stops counting: the mempool is loading or lost, and the time does not count. */
  pause(time: number): void;
  /**
   * Counts an arrival.
   * @param rate sat/vB of its package
   * @param weight WU; negative for one that was replaced
   */
  add(time: number, rate: number, weight: number): void;
  state(time: number): Inflow;
}

const binSeconds = 600;
/** Bins of a day. */
const bins = 144;
/** Bins of the periods whose inflow is compared. */
const stretchBins = 3;
/** Age in bins at which an arrival counts e times less in `recent`. */
const recentBins = 5;
/** Minimum measured seconds of a period to be compared. */
const minMeasured = (stretchBins * binSeconds) / 2;
/** Inflow in WU per second below which differences are ignored: a fiftieth of block capacity. */
const noise = 130;
/** Assumed spread without measurements, and the number of periods it counts as. */
const defaultSpread = 0.4;
const defaultStretches = 8;

/** Creates an inflow meter. */
export function createInflowMeter(): InflowMeter {
  // 136 kB: cheaper than storing arrivals
  const weights = Array.from({ length: bins }, () => new Float32Array(rateBands));
  const seconds = new Float64Array(bins);
  /** Number of the newest bin since 1970; its index is the remainder by `bins`. */
  let newest = 0;
  /** End of the measured time; undefined while not measuring. */
  let measuredTo: number | undefined;

  function moveTo(time: number): void {
    const bin = Math.floor(time / binSeconds);
    for (let next = Math.max(newest + 1, bin - bins + 1); next <= bin; next++) {
      weights[next % bins]!.fill(0);
      seconds[next % bins] = 0;
    }
    newest = Math.max(newest, bin);
  }

  /** Adds the measured time up to now to its bins. */
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

  /**
   * Mean inflow over some bins.
   * @param shareOf weight of each, by its index in the list
   */
  function meanOf(places: readonly number[], shareOf: (i: number) => number) {
    const sums = new Float64Array(rateBands);
    let measured = 0;
    places.forEach((place, i) => {
      const share = shareOf(i);
      measured += share * seconds[place]!;
      for (let band = 0; band < rateBands; band++) sums[band]! += share * weights[place]![band]!;
    });
    const rates = sumsFromTop(sums);
    // replacements can subtract more from a band than arrived in it: the cumulative sum must not fall
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
