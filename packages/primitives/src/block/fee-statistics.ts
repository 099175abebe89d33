/** Fee rate and weight of one transaction. */
export interface TxWithFeeRate {
  fee: number;
  weight: number;
  /** Effective fee rate in sat/vB, after packages. */
  rate: number;
}

/** Median and percentiles of fee rates. */
export interface FeeStatistics {
  /** sat/vB; 0 for a block that is less than half full. */
  median: number;
  /** min, 10, 25, 50, 75, 90 percent, max; sat/vB. */
  range: number[];
}

const blockWeight = 4_000_000;
const bandHalf = 5_000;
const none: FeeStatistics = { median: 0, range: [0, 0, 0, 0, 0, 0, 0] };

/**
 * Returns median and range of a block's fee rates. The median is the mean fee rate by weight in a narrow band around
 * the middle of a full block; unused space counts as the low end. Percentiles go by number of transactions; the ends
 * include the first and last two percent in block order.
 * @param txs in block order, without the coinbase
 */
export function feeStatistics(txs: readonly TxWithFeeRate[]): FeeStatistics {
  if (txs.length < 1) return none;
  const sorted = [...txs].sort((a, b) => a.rate - b.rate);
  const rateAt = (percent: number) => sorted[Math.floor(((sorted.length - 1) * percent) / 100)]!.rate;
  const edge = Math.max(1, Math.floor(txs.length / 50));
  const lowest = Math.min(rateAt(1), ...txs.slice(-edge).map(({ rate }) => rate));
  const highest = Math.max(rateAt(99), ...txs.slice(0, edge).map(({ rate }) => rate));
  return {
    median: medianByWeight(sorted),
    range: [lowest, rateAt(10), rateAt(25), rateAt(50), rateAt(75), rateAt(90), highest],
  };
}

function medianByWeight(sorted: readonly TxWithFeeRate[]): number {
  const used = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const left = blockWeight / 2 - bandHalf;
  const right = blockWeight / 2 + bandHalf;
  let position = Math.max(0, blockWeight - used);
  let total = 0;
  let width = 0;
  for (const { weight, rate } of sorted) {
    const overlap = Math.min(position + weight, right) - Math.max(position, left);
    if (overlap > 0) {
      total += overlap * rate;
      width += overlap;
    }
    position += weight;
    if (position >= right) break;
  }
  return width > 0 ? total / width : 0;
}

/**
 * Returns eleven average fee rates, ascending, of a stack of more than one block: bands of half a percent of the weight
 * around 0.25, 10, 20 .. 90 and 99.75 percent. The median is the middle one.
 * @param txs highest fee rate first
 */
export function bandedFeeStatistics(txs: readonly TxWithFeeRate[]): FeeStatistics {
  const bands = new BandedFees(txs.reduce((sum, { weight }) => sum + weight, 0));
  for (const { rate, weight } of txs) bands.add(rate, weight);
  return bands.statistics();
}

const bandCentres = [0.0025, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9975];

/** Computes `bandedFeeStatistics` incrementally, without a list of the transactions. */
export class BandedFees {
  private readonly half: number;
  private readonly centres: number[];
  private readonly sums = bandCentres.map(() => 0);
  private readonly widths = bandCentres.map(() => 0);
  private position = 0;
  /** The first band that is not complete. */
  private band = 0;

  /** @param total  weight of the whole stack */
  constructor(total: number) {
    this.half = total * 0.0025;
    this.centres = bandCentres.map((share) => share * total);
  }

  /**
   * Adds the next transaction, highest fee rate first.
   * @param rate sat/vB
   */
  add(rate: number, weight: number): void {
    const { half, centres, position } = this;
    const end = position + weight;
    while (this.band < centres.length && centres[this.band]! + half <= position) this.band++;
    for (let i = this.band; i < centres.length && centres[i]! - half < end; i++) {
      const overlap = Math.min(end, centres[i]! + half) - Math.max(position, centres[i]! - half);
      if (overlap <= 0) continue;
      this.sums[i]! += overlap * rate;
      this.widths[i]! += overlap;
    }
    this.position = end;
  }

  statistics(): FeeStatistics {
    const range = this.sums.map((sum, i) => (this.widths[i]! > 0 ? sum / this.widths[i]! : 0)).reverse();
    return { median: range[5] ?? 0, range };
  }
}

/**
 * Returns fees in sats at the ends and at 10, 25, 50, 75, 90 percent, as blocks carry them.
 * @param fees without the coinbase's
 */
export function feePercentiles(fees: readonly number[]): number[] {
  if (fees.length === 0) return [0, 0, 0, 0, 0, 0, 0];
  const sorted = [...fees].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.floor(sorted.length * share) - 1)]!;
  return [sorted[0]!, at(0.1), at(0.25), at(0.5), at(0.75), at(0.9), sorted[sorted.length - 1]!];
}
