/** What the screens of mining work out from the API's figures; plain numbers, no units but those named. */

/** Blocks of a week at ten minutes each. */
export const blocksOfWeek = 1_008;

/** How the week went against ten minutes a block, %: above 100 blocks came faster. */
export const luckOfWeek = (blocks: number): number => (100 * blocks) / blocksOfWeek;

/**
 * Mean of each value and those before it; over fewer at the beginning. Gaps stay gaps and count for nothing.
 * @param length  values that one mean is made of
 */
export function trailingMean(values: readonly (number | null)[], length: number): (number | null)[] {
  return values.map((value, at) => {
    if (value === null) return null;
    const known = values.slice(Math.max(0, at - length + 1), at + 1).filter((each) => each !== null);
    return known.reduce((sum, each) => sum + each, 0) / known.length;
  });
}

/** A pool's part of a ring; what is too small to see is one part without a mining pool. */
export interface Share<P> {
  miningPool: P | undefined;
  blocks: number;
  /** 0 to 1. */
  share: number;
}

/**
 * Mining mining pools by their share, most first; those below `least` together at the end. One alone that is too small stays itself.
 * @param min  0 to 1
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

/** Highest rate that is drawn, sat/vB: a single mistake would flatten all the rest. */
export const highestRate = 5_000;

/** Values of several series, one for each point; null where nothing is known. */
type Columns = readonly (readonly (number | null)[])[];

/** Tops of layers that stand on each other, the first one on the ground. What is not known is no part of the pile. */
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
 * Points as bars that touch: each value holds from half-way to the point before it to half-way to the one after it.
 * @param times  oldest first @returns pairs of time and value
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
