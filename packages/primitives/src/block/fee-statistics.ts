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
  const rates = new Float64Array(txs.length);
  const weights = new Float64Array(txs.length);
  for (const [i, tx] of txs.entries()) {
    rates[i] = tx.rate;
    weights[i] = tx.weight;
  }
  return feeStatisticsOfColumns(rates, weights);
}

/**
 * Like `feeStatistics`, of columns. Linear in blocks of falling fee rates.
 * @param rates sat/vB in block order, without the coinbase
 * @param weights WU, as many as rates
 */
export function feeStatisticsOfColumns(rates: Float64Array, weights: ArrayLike<number>): FeeStatistics {
  const count = rates.length;
  if (count < 1) return none;
  const order = risingOrder(rates);
  const rateAt = (percent: number) => rates[order[Math.floor(((count - 1) * percent) / 100)]!]!;
  const edge = Math.max(1, Math.floor(count / 50));
  let lowest = rateAt(1);
  for (let i = count - edge; i < count; i++) lowest = Math.min(lowest, rates[i]!);
  let highest = rateAt(99);
  for (let i = 0; i < edge; i++) highest = Math.max(highest, rates[i]!);
  return {
    median: medianByWeight(rates, weights, order),
    range: [lowest, rateAt(10), rateAt(25), rateAt(50), rateAt(75), rateAt(90), highest],
  };
}

function medianByWeight(rates: Float64Array, weights: ArrayLike<number>, order: Uint32Array): number {
  let used = 0;
  for (let i = 0; i < order.length; i++) used += weights[i]!;
  const left = blockWeight / 2 - bandHalf;
  const right = blockWeight / 2 + bandHalf;
  let position = Math.max(0, blockWeight - used);
  let total = 0;
  let width = 0;
  for (const i of order) {
    const weight = weights[i]!;
    const overlap = Math.min(position + weight, right) - Math.max(position, left);
    if (overlap > 0) {
      total += overlap * rates[i]!;
      width += overlap;
    }
    position += weight;
    if (position >= right) break;
  }
  return width > 0 ? total / width : 0;
}

/**
 * Returns the positions in ascending order of fee rates, equal ones in block order: a merge sort of the falling runs,
 * of which most blocks have one.
 */
function risingOrder(rates: Float64Array): Uint32Array {
  const count = rates.length;
  let order: Uint32Array = new Uint32Array(count);
  /** Starts of the runs, then the end. */
  let starts: number[] = [];
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && rates[end]! <= rates[end - 1]!) end++;
    starts.push(start);
    // the run backwards, except groups of equal rates
    let to = start;
    for (let groupEnd = end; groupEnd > start; ) {
      let group = groupEnd - 1;
      while (group > start && rates[group - 1] === rates[group]) group--;
      for (let i = group; i < groupEnd; i++) order[to++] = i;
      groupEnd = group;
    }
    start = end;
  }
  starts.push(count);
  let merged: Uint32Array = starts.length > 2 ? new Uint32Array(count) : order;
  while (starts.length > 2) {
    const next: number[] = [];
    for (let run = 0; run + 1 < starts.length; run += 2) {
      next.push(starts[run]!);
      mergeRuns(rates, order, merged, { start: starts[run]!, middle: starts[run + 1]!, end: starts[run + 2] ?? count });
    }
    next.push(count);
    starts = next;
    [order, merged] = [merged, order];
  }
  return order;
}

/** Merges two adjacent ascending runs of positions; of equal rates those of the first run come first. */
function mergeRuns(
  rates: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: { start: number; middle: number; end: number },
): void {
  let a = start;
  let b = middle;
  for (let at = start; at < end; at++) {
    const takesFirst = b >= end || (a < middle && rates[from[a]!]! <= rates[from[b]!]!);
    to[at] = from[takesFirst ? a++ : b++]!;
  }
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

  /** @param total weight of the whole stack */
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

  /**
   * Adds several transactions at once if they are in no band.
   * @param weight of all of them
   * @returns false when they may be in one, and were not added
   */
  skip(weight: number): boolean {
    const { half, centres, position } = this;
    while (this.band < centres.length && centres[this.band]! + half <= position) this.band++;
    if (this.band < centres.length && centres[this.band]! - half < position + weight) return false;
    this.position = position + weight;
    return true;
  }

  /** Returns the averages of the added values. */
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
