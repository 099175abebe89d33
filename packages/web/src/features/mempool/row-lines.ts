import type { StatisticsRow } from '@glassblock/contract';

/** Milliseconds and a value, null in a gap, oldest first. */
export type Line = [number, number | null][];

/**
 * Returns times in milliseconds, oldest first, with an additional one after each gap, where the chart is interrupted.
 * @param rows newest first
 */
export function timesOf(rows: readonly StatisticsRow[]): { time: number; row: StatisticsRow | undefined }[] {
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
