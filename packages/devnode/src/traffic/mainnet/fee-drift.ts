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

/** Log-normal fee rates: their median as a factor of that of new transactions, and the standard deviation of the logarithm. */
export interface FeeRateSpread {
  readonly factor: number;
  readonly sigma: number;
}

/** Fee rates of the mempool: of new transactions, and of those that blocks leave in it. */
export interface MempoolFeeRates {
  readonly fresh: FeeRateSpread;
  readonly backlog: FeeRateSpread;
}

/** Fee rates of the mainnet-like course. */
export const mainnetFeeRates: MempoolFeeRates = {
  fresh: { factor: 1, sigma: 0.42 },
  backlog: { factor: 0.5, sigma: 0.25 },
};

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
    const { factor, sigma } = this.isBacklog ? mainnetFeeRates.backlog : mainnetFeeRates.fresh;
    return Math.max(this.lowFeeRate(1.02), this.random.around(factor * this.median, sigma));
  }

  lowFeeRate(factor: number): number {
    return Math.max(1, this.floorRate) * factor;
  }
}
