import type { StatisticsRow } from '@glassblock/contract';
import { stackTops } from '../graphs/mining-series/mining-sums.ts';
import { timesOf } from './row-lines.ts';

/** Lower bounds of the fee bands of a row, sat/vB; the last one is open-ended. */
export const bandStarts = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500,
  600, 700, 800, 900, 1000, 1200, 1400, 1600, 1800, 2000,
] as const;

/** One layer of the stacked chart. */
export interface Band {
  /** Index in `bandStarts`. */
  place: number;
  from: number;
  /** Undefined: open-ended. */
  to: number | undefined;
  /** Milliseconds and vB, oldest first; null in gaps. */
  points: [number, number | null][];
}

const bandAt = (place: number): Pick<Band, 'place' | 'from' | 'to'> => ({
  place,
  from: bandStarts[place]!,
  to: bandStarts[place + 1],
});

/** Formats vB of an axis in MvB; a tick has a few digits, also in a mempool of some hundred vB. */
export const megaText = (vsize: number): string => (vsize / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 });

/**
 * Returns the layers from the lowest band to the highest that was ever populated.
 * @param min minimum fee rate, sat/vB
 */
export function mempoolBands(rows: readonly StatisticsRow[], min = 0): Band[] {
  let highest = -1;
  for (const { vsizes } of rows) {
    for (let place = vsizes.length - 1; place > highest; place--) if (vsizes[place]! > 0) highest = place;
  }
  const times = timesOf(rows);
  const bands: Band[] = [];
  for (let place = 0; place <= highest; place++) {
    if (bandStarts[place]! < min) continue;
    const points = times.map(({ time, row }): [number, number | null] => [time, row?.vsizes[place] ?? null]);
    bands.push({ ...bandAt(place), points });
  }
  return bands;
}

/** Returns the layers stacked: each starts at the top of the previous one. */
export function bandTops(bands: readonly Band[]): Band[] {
  const tops = stackTops(bands.map(({ points }) => points.map(([, vsize]) => vsize)));
  return bands.map((band, at) => ({
    ...band,
    points: band.points.map(([time], place) => [time, tops[at]?.[place] ?? null]),
  }));
}
