import type { StatisticsRow } from '@glassblock/contract';
import { stackTops } from '../graphs/mining-series/mining-sums.ts';

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

/** Milliseconds and a value, null in a gap, oldest first. */
export type Line = [number, number | null][];

const bandAt = (place: number): Pick<Band, 'place' | 'from' | 'to'> => ({
  place,
  from: bandStarts[place]!,
  to: bandStarts[place + 1],
});

/**
 * Returns times in milliseconds, oldest first, with an additional one after each gap, where the chart is interrupted.
 * @param rows newest first
 */
function timesOf(rows: readonly StatisticsRow[]): { time: number; row: StatisticsRow | undefined }[] {
  const ordered = rows.toReversed();
  const steps = ordered.slice(1).map(({ added }, i) => added - ordered[i]!.added);
  const spacing = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 60;
  const times: { time: number; row: StatisticsRow | undefined }[] = [];
  for (const [i, row] of ordered.entries()) {
    times.push({ time: row.added * 1000, row });
    const next = ordered[i + 1];
    if (next !== undefined && next.added - row.added > 3 * spacing) {
      times.push({ time: (row.added + spacing) * 1000, row: undefined });
    }
  }
  return times;
}

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

/** Returns the number of transactions over time. */
export const countLine = (rows: readonly StatisticsRow[]): Line =>
  timesOf(rows).map(({ time, row }) => [time, row?.count ?? null]);

/**
 * Returns the inflow over time, vB/s.
 * @param cap maximum value; undefined: none
 */
export const inflowLine = (rows: readonly StatisticsRow[], cap?: number): Line =>
  timesOf(rows).map(({ time, row }) => {
    const rate = row?.vbytes_per_second ?? null;
    return [time, rate === null || cap === undefined ? rate : Math.min(rate, cap)];
  });

/** Returns four times the median: higher values are outliers. */
export function outlierCap(rows: readonly StatisticsRow[]): number | undefined {
  const rates = rows.map(({ vbytes_per_second }) => vbytes_per_second).toSorted((a, b) => a - b);
  const middle = rates[rates.length >> 1];
  return middle === undefined || middle === 0 ? undefined : 4 * middle;
}

/** Returns the mean over a window around each point; gaps remain gaps. */
export function movingMean(line: Line, window: number): Line {
  const half = window >> 1;
  return line.map(([time, value], at) => {
    if (value === null) return [time, null];
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, at - half); i <= Math.min(line.length - 1, at + half); i++) {
      const other = line[i]![1];
      if (other === null) continue;
      sum += other;
      count++;
    }
    return [time, sum / count];
  });
}

/** Adds a new row, removes rows outside the window, and keeps one row per time. Newest first. */
export function withRow(rows: readonly StatisticsRow[], row: StatisticsRow, spanSeconds: number): StatisticsRow[] {
  if (rows.some(({ added }) => added >= row.added)) return [...rows];
  return [row, ...rows.filter(({ added }) => added > row.added - spanSeconds)];
}

/**
 * Returns the row at or before a time.
 * @param rows newest first
 * @param time milliseconds
 */
export function rowAt(rows: readonly StatisticsRow[], time: number): StatisticsRow | undefined {
  return rows.find(({ added }) => added * 1000 <= time) ?? rows.at(-1);
}
