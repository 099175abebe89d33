import type { SummaryEntry } from '@glassblock/contract';
import { type PriceHistory, priceAt } from '../../data/price-history.ts';
import { worth } from '../../format/fiat.ts';

/** The balance after a transaction. */
export interface BalanceStep {
  txid: string;
  /** Unix seconds. */
  time: number;
  /** Net amount of the transaction, sats. */
  change: number;
  /** Balance after it, sats. */
  balance: number;
}

/**
 * Returns the balance after each transaction, oldest first.
 * @param entries newest first; the oldest ones may be missing
 * @param now confirmed balance, sats
 */
export function balanceSteps(entries: readonly SummaryEntry[], now: number): BalanceStep[] {
  let balance = now;
  const steps = entries.map(({ txid, time, value }): BalanceStep => {
    const step = { txid, time, change: value, balance };
    balance -= value;
    return step;
  });
  return steps.reverse();
}

/**
 * Returns the points of the step line, ms and sats: from zero, if the history is complete, to now. A time that precedes
 * the previous one is drawn at the previous one.
 */
export function balanceLine(steps: readonly BalanceStep[], nowSeconds: number): [number, number][] {
  const points: [number, number][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { time, balance } of steps) {
    last = Math.max(last, time);
    points.push([last * 1000, balance]);
  }
  const end = steps.at(-1);
  if (end !== undefined) points.push([Math.max(last, nowSeconds) * 1000, end.balance]);
  return points;
}

/** Returns the steps of the last `seconds`, and the step before them, so that the line starts at the left edge. */
export function recentSteps(steps: readonly BalanceStep[], nowSeconds: number, seconds: number): BalanceStep[] {
  const from = steps.findIndex(({ time }) => time >= nowSeconds - seconds);
  if (from < 0) return steps.slice(-1);
  return steps.slice(Math.max(0, from - 1));
}

/** Maximum number of points with a fiat value. */
const worthMoments = 400;

/**
 * Returns the fiat value of the balance over time, ms and amount; null where the price is unknown.
 * @param points of `balanceLine`
 */
export function worthLine(
  points: readonly (readonly [number, number])[],
  history: PriceHistory,
): [number, number | null][] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || last[0] <= first[0]) return [];
  let at = 0;
  return Array.from({ length: worthMoments + 1 }, (_, step): [number, number | null] => {
    const time = first[0] + ((last[0] - first[0]) * step) / worthMoments;
    while (at + 1 < points.length && points[at + 1]![0] <= time) at++;
    const price = priceAt(history, time / 1000);
    return [time, price === undefined ? null : worth(points[at]![1], price)];
  });
}
