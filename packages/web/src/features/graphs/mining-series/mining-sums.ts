/** Calculations of the mining pages on API figures. */

/** Blocks of a week at ten minutes each. */
export const blocksOfWeek = 1_008;

/** Returns the luck of a week, %: above 100, blocks were faster than one per ten minutes. */
export const luckOfWeek = (blocks: number): number => (100 * blocks) / blocksOfWeek;

/**
 * Returns the trailing mean of each value, over fewer values at the beginning. Gaps remain gaps and are ignored.
 * @param length number of values per mean
 */
export function trailingMean(values: readonly (number | null)[], length: number): (number | null)[] {
  return values.map((value, at) => {
    if (value === null) return null;
    const known = values.slice(Math.max(0, at - length + 1), at + 1).filter((each) => each !== null);
    return known.reduce((sum, each) => sum + each, 0) / known.length;
  });
}

/** A mining pool's share of a ring; shares too small to draw are one part without a mining pool. */
export interface Share<P> {
  miningPool: P | undefined;
  blocks: number;
  /** 0 to 1. */
  share: number;
}

/**
 * Returns the shares of mining pools, largest first; those below `min` are merged at the end, unless there is only one.
 * @param min 0 to 1
 */
export function mergeSmall<P extends { blockCount: number }>(miningPools: readonly P[], min: number): Share<P>[] {
  const total = miningPools.reduce((sum, { blockCount }) => sum + blockCount, 0);
  if (total <= 0) return [];
  const shares = miningPools
    .filter(({ blockCount }) => blockCount > 0)
    .map(
      (miningPool): Share<P> => ({ miningPool, blocks: miningPool.blockCount, share: miningPool.blockCount / total }),
    )
    .sort((a, b) => b.blocks - a.blocks);
  const small = shares.filter(({ share }) => share < min);
  if (small.length < 2) return shares;
  const blocks = small.reduce((sum, each) => sum + each.blocks, 0);
  return [...shares.filter(({ share }) => share >= min), { miningPool: undefined, blocks, share: blocks / total }];
}

/** Maximum fee rate that is drawn, sat/vB: a single mistaken one would flatten the others. */
export const highestRate = 5_000;

/** Values of several series, one per point; null: unknown. */
type Columns = readonly (readonly (number | null)[])[];

/** Returns the tops of stacked layers, from the bottom. Unknown values are not stacked. */
export function stackTops(parts: Columns): (number | null)[][] {
  const sums: number[] = [];
  return parts.map((part) =>
    part.map((value, at) => {
      if (value === null) return null;
      sums[at] = (sums[at] ?? 0) + value;
      return sums[at];
    }),
  );
}

/** Tops of layers whose values are heights themselves, lowest first: none is below the one before it, none above what can be
 *  drawn. Hiding one leaves the others where they are. */
export function levelTops(levels: Columns): (number | null)[][] {
  const highest: number[] = [];
  return levels.map((level) =>
    level.map((value, at) => {
      if (value === null) return null;
      highest[at] = Math.max(highest[at] ?? 0, Math.min(highestRate, value));
      return highest[at];
    }),
  );
}

/**
 * Converts points to adjacent bars: each value extends halfway to its neighbors.
 * @param times oldest first
 * @returns pairs of time and value
 */
export function asBars(times: readonly number[], values: readonly (number | null)[]): [number, number | null][] {
  const last = times.length - 1;
  return times.flatMap((time, at): [number, number | null][] => {
    const value = values[at] ?? null;
    const step = last === 0 ? 600_000 : undefined;
    const from = at === 0 ? time - (step ?? 0) : (time + (times[at - 1] ?? time)) / 2;
    const to = at === last ? time + (step ?? 0) : (time + (times[at + 1] ?? time)) / 2;
    return [
      [from, value],
      [to, value],
    ];
  });
}
