import type { LightningFeeHistogram } from '@glassblock/contract';

/** Channels with a fee rate in a range, in ppm, both ends included. */
export interface FeeBar {
  from: number;
  to: number;
  outgoing: Sum;
  incoming: Sum;
}

interface Sum {
  count: number;
  /** Sats. */
  capacity: number;
}

/** Upper bounds of bars: the buckets of the route up to 100 ppm are joined, so that the bars stay readable. */
const bounds = [0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500, 700, 1_000, 2_000, 3_000, 4_000, 5_000];
const none: Sum = { count: 0, capacity: 0 };

/** Returns the bars of a histogram, from 0 ppm to the highest fee rate; none without channels. */
export function feeBars({ outgoing, incoming }: LightningFeeHistogram): FeeBar[] {
  const highest = Math.max(-1, ...[...outgoing, ...incoming].map(({ bucket }) => bucket));
  if (highest === -1) return [];
  const last = bounds.at(-1)!;
  const used = [...bounds, ...(highest > last ? [highest] : [])];
  const end = used.findIndex((bound) => bound >= highest);
  return used.slice(0, end + 1).map((to, at) => {
    const from = at === 0 ? 0 : used[at - 1]! + 1;
    return { from, to, outgoing: sumOf(outgoing, from, to), incoming: sumOf(incoming, from, to) };
  });
}

const sumOf = (buckets: LightningFeeHistogram['outgoing'], from: number, to: number): Sum =>
  buckets
    .filter(({ bucket }) => bucket >= from && bucket <= to)
    .reduce(
      (sum, { count, capacity }) => ({ count: sum.count + count, capacity: sum.capacity + Number(capacity) }),
      none,
    );
