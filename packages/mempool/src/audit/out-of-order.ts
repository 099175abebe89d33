/**
 * Fee rates closer than this to their neighbour's, in sat/vB, are in order: rounding and packages cause such
 * differences.
 */
const tolerance = 0.1;

/** Transactions out of fee rate order, by position. */
export interface OutOfOrder {
  /** Placed among higher fee rates: prioritized for another reason than its fee. */
  prioritized: number[];
  /** Placed among lower fee rates. */
  deprioritized: number[];
  /** The lowest fee rate in order; undefined when there is none. */
  minRate: number | undefined;
}

/**
 * Compares the order of a block with its fee rates: from the last transaction up, the longest non-decreasing run is in
 * order; the others were moved up or down.
 * @param rates sat/vB in block order, without the coinbase
 */
export function outOfOrder(rates: readonly number[]): OutOfOrder {
  const upwards = [...rates].reverse();
  const inOrder = longestRise(upwards);
  const prioritized: number[] = [];
  const deprioritized: number[] = [];
  let next = 0;
  for (const [i, rate] of upwards.entries()) {
    if (inOrder[next] === i) {
      next++;
      continue;
    }
    const below = next === 0 ? undefined : upwards[inOrder[next - 1]!]!;
    const above = next === inOrder.length ? undefined : upwards[inOrder[next]!]!;
    const place = rates.length - 1 - i;
    if (below !== undefined && rate <= below) {
      if (below - rate > tolerance) prioritized.push(place);
    } else if (above !== undefined && rate - above > tolerance) deprioritized.push(place);
  }
  const first = inOrder[0];
  return {
    prioritized: prioritized.reverse(),
    deprioritized: deprioritized.reverse(),
    minRate: first === undefined ? undefined : upwards[first],
  };
}

/** Positions of a longest non-decreasing subsequence. Patience sorting: n log n. */
function longestRise(values: readonly number[]): number[] {
  /** For each length the position of the smallest value that a run of that length can end with. */
  const ends: number[] = [];
  const before = new Int32Array(values.length);
  for (const [i, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[ends[middle]!]! <= value) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = i;
  }
  const run: number[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) run.push(i);
  return run.reverse();
}
