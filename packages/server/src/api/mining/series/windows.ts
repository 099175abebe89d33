const day = 86_400;

/** A time window, and the length of its buckets, s. */
export interface MiningWindow {
  /** Start, Unix seconds. */
  from: number;
  to: number;
  step: number;
}

/** Length and bucket of each interval. */
const intervals: Readonly<Record<string, { span: number; step: number }>> = {
  '24h': { span: day, step: 1 },
  '3d': { span: 3 * day, step: 1 },
  '1w': { span: 7 * day, step: 300 },
  '1m': { span: 30 * day, step: 1_800 },
  '3m': { span: 90 * day, step: 7_200 },
  '6m': { span: 180 * day, step: 10_800 },
  '1y': { span: 365 * day, step: 28_800 },
  '2y': { span: 730 * day, step: 28_800 },
  '3y': { span: 1_095 * day, step: 43_200 },
  '4y': { span: 1_460 * day, step: 43_200 },
};
const everything = { span: Number.POSITIVE_INFINITY, step: day };

/**
 * Returns the window of an interval that ends now; any other text, or none, means everything. Blocks with a future time
 * count too.
 * @param now Unix seconds
 */
export function windowOf(interval: string | undefined, now: number): MiningWindow {
  const known = interval !== undefined && Object.hasOwn(intervals, interval) ? intervals[interval] : undefined;
  const { span, step } = known ?? everything;
  return { from: Math.max(0, now - span), to: Number.POSITIVE_INFINITY, step };
}

/** Maximum length for each bucket except the widest. */
const ladder: readonly (readonly [span: number, step: number])[] = [
  [3 * day, 1],
  [7 * day, 300],
  [30 * day, 1_800],
  [90 * day, 7_200],
  [180 * day, 10_800],
  [730 * day, 28_800],
  [1_460 * day, 43_200],
];

/** Returns the window between two times, inclusive, with buckets that fit its length. */
export function windowBetween(from: number, to: number): MiningWindow {
  const step = ladder.find(([span]) => to - from <= span)?.[1] ?? day;
  return { from, to, step };
}
