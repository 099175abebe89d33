import { forecastProbabilities, forecastTargets } from './forecast.ts';
import type { StoredForecast, StoredForecastBlock } from './forecast-bytes.ts';

/** Results of forecasts for one target and probability. */
export interface Score {
  scored: number;
  /** Number whose fee rate entered one of the blocks. */
  right: number;
  /**
   * Number at most 5 % above the minimum: nothing lower was possible, so they are right more often than their
   * probability.
   */
  atMinimum: number;
  rightAtMinimum: number;
  /** Mean ratio of forecast to the lowest sufficient fee rate, of those that were right; undefined without one. */
  overpayment: number | undefined;
}

/** Scores by target and probability, of the forecasts whose last block arrived within a period. */
export interface CalibrationWindow {
  name: string;
  seconds: number;
  scores: Score[][];
}

/**
 * Computes scores from forecasts and blocks alone, so that nothing is counted twice after a restart and a reorg is
 * taken into account.
 */
export interface Calibration {
  take(forecast: StoredForecast): void;
  windows(): CalibrationWindow[];
}

const day = 86_400;
/** Shortest first. */
const spans = [
  { name: '24h', seconds: day },
  { name: '7d', seconds: 7 * day },
  { name: '30d', seconds: 30 * day },
];
const nearMinimum = 1.05;

/** The lowest fee rate that entered one of the blocks after a height up to a target, and the time of its last block. */
interface Outcome {
  lowest: number;
  end: number;
}

/**
 * @param blockAt blocks of the best chain; undefined where the entry rate is unknown
 * @param now Unix seconds
 */
export function createCalibration(
  blockAt: (height: number) => StoredForecastBlock | undefined,
  now: number,
): Calibration {
  /** For each period those that the shorter ones do not have. */
  const tallies = spans.map(() => forecastTargets.map(() => forecastProbabilities.map(() => new Tally())));
  // consecutive forecasts often have the same tip
  let known: { height: number; outcomes: readonly (Outcome | undefined)[] } | undefined;
  return {
    take({ height, minFeeRate, rates }) {
      if (known?.height !== height) known = { height, outcomes: outcomesAfter(height, blockAt) };
      for (const [target, outcome] of known.outcomes.entries()) {
        if (outcome === undefined) continue;
        const { lowest, end } = outcome;
        const ofSpan = tallies[spans.findIndex(({ seconds }) => end > now - seconds)]?.[target];
        ofSpan?.forEach((tally, i) => {
          tally.take(rates[target]![i]!, lowest, minFeeRate);
        });
      }
    },
    windows: () =>
      spans.map(({ name, seconds }, span) => ({
        name,
        seconds,
        scores: forecastTargets.map((_, target) =>
          forecastProbabilities.map((__, i) => {
            const sum = new Tally();
            for (const shorter of tallies.slice(0, span + 1)) sum.add(shorter[target]![i]!);
            return sum.score();
          }),
        ),
      })),
  };
}

/**
 * By target; undefined where not all blocks are known. Not scored before the last block: success is visible earlier
 * than failure and would be over-counted.
 */
function outcomesAfter(
  height: number,
  blockAt: (height: number) => StoredForecastBlock | undefined,
): readonly (Outcome | undefined)[] {
  const outcomes: Outcome[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (let blocks = 1; outcomes.length < forecastTargets.length; blocks++) {
    const block = blockAt(height + blocks);
    if (block === undefined) break;
    lowest = Math.min(lowest, block.entry);
    if (blocks === forecastTargets[outcomes.length]) outcomes.push({ lowest, end: block.time });
  }
  return forecastTargets.map((_, target) => outcomes[target]);
}

class Tally {
  private scored = 0;
  private right = 0;
  private atMinimum = 0;
  private rightAtMinimum = 0;
  private ratios = 0;

  take(rate: number, lowest: number, minFeeRate: number): void {
    const isRight = lowest <= rate;
    const isAtMinimum = rate <= nearMinimum * minFeeRate;
    this.scored++;
    if (isAtMinimum) this.atMinimum++;
    if (!isRight) return;
    this.right++;
    if (isAtMinimum) this.rightAtMinimum++;
    this.ratios += rate / Math.min(rate, Math.max(lowest, minFeeRate));
  }

  add({ scored, right, atMinimum, rightAtMinimum, ratios }: Tally): void {
    this.scored += scored;
    this.right += right;
    this.atMinimum += atMinimum;
    this.rightAtMinimum += rightAtMinimum;
    this.ratios += ratios;
  }

  score(): Score {
    const { scored, right, atMinimum, rightAtMinimum, ratios } = this;
    return { scored, right, atMinimum, rightAtMinimum, overpayment: right === 0 ? undefined : ratios / right };
  }
}
