import type { FeeRates } from '../fee-climate.ts';
import type { RandomSource } from '../random-source.ts';

/** Long-term median fee rate, sat/vB. */
const center = 4.2;
/** Bounds of the median, as a factor of the center. */
const maxDrift = 2.2;
/** The median returns to the center within about this many seconds. */
const relaxationSeconds = 5_400;
/** Standard deviation of the logarithm of the median. */
const medianSigma = 0.3;
/** Standard deviation of the logarithm of single fee rates. */
const spreadSigma = 0.42;
/** The same of the backlog: transactions that blocks leave in the mempool. Their median is a factor of the median. */
const backlogSigma = 0.25;
const backlogFactor = 0.5;

/** Fee rates whose median drifts within a band: a bounded random walk that returns to the center. */
export class FeeDrift implements FeeRates {
  private readonly random: RandomSource;
  private readonly floorRate: number;
  private time = 0;
  /** Whether `feeRate` returns fee rates of the backlog. */
  isBacklog = false;
  /** Natural logarithm of the median as a factor of the center. */
  private drift = 0;

  /** @param floorRate minimum relay fee rate, sat/vB */
  constructor(random: RandomSource, floorRate: number) {
    this.random = random;
    this.floorRate = floorRate;
  }

  /** Median of the fee rates, sat/vB. */
  get median(): number {
    return center * Math.exp(this.drift);
  }

  /** Lets the median drift until a Unix time; an earlier time changes nothing. */
  moveTo(time: number): void {
    const elapsed = time - this.time;
    if (elapsed <= 0) return;
    this.time = time;
    const kept = Math.exp(-elapsed / relaxationSeconds);
    const step = Math.log(this.random.around(1, medianSigma * Math.sqrt(1 - kept * kept)));
    const bound = Math.log(maxDrift);
    this.drift = Math.max(-bound, Math.min(bound, this.drift * kept + step));
  }

  feeRate(): number {
    const rate = this.isBacklog
      ? this.random.around(backlogFactor * this.median, backlogSigma)
      : this.random.around(this.median, spreadSigma);
    return Math.max(this.lowFeeRate(1.02), rate);
  }

  lowFeeRate(factor: number): number {
    return Math.max(1, this.floorRate) * factor;
  }
}
