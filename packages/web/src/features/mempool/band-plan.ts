import type { StatisticsRow } from '@glassblock/contract';
import type { PlanLine } from '../../charts/plan.ts';
import { isoTime } from '../../format/age.ts';
import type { Text } from '../../messages/use-text.ts';
import { bandColour, bandName } from './bands.tsx';
import { type Band, bandTops } from './mempool-bands.ts';

/** The only window that is updated live. */
export const shortest = '2h';

const dividedName = ({ from, to }: Band, divisor: number) =>
  bandName(from / divisor, to === undefined ? undefined : to / divisor);

/**
 * Returns the lines of stacked bands, highest first: each area covers the lower part of the previous one.
 * @param bands from the lowest area to the highest
 * @param divisor of the bounds in the names
 */
export const bandLines = (bands: readonly Band[], divisor: number): PlanLine[] =>
  bandTops(bands)
    .toReversed()
    .map((band) => ({
      name: dividedName(band, divisor),
      points: band.points,
      colour: bandColour(band.from),
      width: 0,
      fill: 1,
    }));

/**
 * Returns the head and the rows of a table with the bands, oldest row first.
 * @param rows newest first
 * @param divisor of the bounds in the head
 */
export function bandTable(text: Text, rows: readonly StatisticsRow[], bands: readonly Band[], divisor: number) {
  return {
    columns: [
      text('graphs.time'),
      text('graphs.count'),
      ...bands.map((band) => `${dividedName(band, divisor)} sat/vB, vB`),
    ],
    rows: rows
      .toReversed()
      .map((row) => [isoTime(row.added), row.count, ...bands.map(({ place }) => row.vsizes[place] ?? 0)]),
  };
}
