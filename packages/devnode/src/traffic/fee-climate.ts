import type { RandomSource } from './random-source.ts';

/** Load of the network: median fee rate, sat/vB. */
const climates = { calm: 1.6, normal: 4, busy: 11, burst: 45 } as const;

/** Fee rates of simulated transactions, sat/vB. */
export interface FeeRates {
  /** Returns the fee rate of a next transaction. */
  feeRate(): number;
  /** Returns a multiple of the minimum relay fee rate. */
  lowFeeRate(factor: number): number;
}

/** Fee rates of simulated transactions, which follow a load of the network that changes at random. */
export class FeeClimate implements FeeRates {
  private readonly random: RandomSource;
  private readonly floorRate: number;
  private climate: keyof typeof climates = 'normal';
  /** Fee rates until the load changes. */
  private left = 0;

  /** @param floorRate minimum relay fee rate, sat/vB */
  constructor(random: RandomSource, floorRate: number) {
    this.random = random;
    this.floorRate = floorRate;
  }

  /** Returns the fee rate of a next transaction, sat/vB. */
  feeRate(): number {
    const { random } = this;
    if (this.left-- <= 0) {
      this.climate = random.weighted({ calm: 4, normal: 5, busy: 3, burst: 1 });
      this.left = random.between(150, 600);
    }
    return Math.max(this.lowFeeRate(1.02), random.around(climates[this.climate], 0.7));
  }

  /** Returns a multiple of the minimum relay fee rate, sat/vB. */
  lowFeeRate(factor: number): number {
    return this.floorRate * factor;
  }
}
