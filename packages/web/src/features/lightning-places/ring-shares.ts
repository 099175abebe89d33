import type { ShareRow } from './share-row.ts';

/** A part of the ring of shares. */
export interface RingShare {
  /** Undefined: the sum of rows that are too small to draw. */
  row: ShareRow | undefined;
  /** 0 to 1, clockwise from the top. */
  from: number;
  to: number;
  /** Custom property of its color. */
  colour: string;
}

const colourCount = 12;
/** Color of rows without a part of their own. */
export const otherColour = '--category-none';

/** Returns the color of a row by its place, from 0; neighbors differ. */
const colourOf = (place: number): string => `--category-${place % colourCount}`;

/**
 * Returns the parts of a ring; none where no row has a share. The last one has the rows below `min` and the remainder to 100 percent.
 * @param rows largest first
 * @param min in percent
 */
export function ringShares(rows: readonly ShareRow[], min: number): RingShare[] {
  // nothing to draw: no row has a share
  if (rows.every(({ share }) => share === 0)) return [];
  let end = 0;
  const parts = rows
    .filter(({ share }) => share > 0 && share >= min)
    .map((row, place): RingShare => {
      const from = end;
      end = Math.min(1, end + row.share / 100);
      return { row, from, to: end, colour: colourOf(place) };
    });
  // shares are rounded
  const isWhole = 1 - end < 0.001;
  return isWhole ? parts : [...parts, { row: undefined, from: end, to: 1, colour: otherColour }];
}
