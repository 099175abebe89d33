import type { SummaryEntry } from '@glassblock/contract';
import { type PriceHistory, priceAt } from '../../data/price-history.ts';
import { worth } from '../../format/fiat.ts';

/** The balance behind a transaction. */
export interface BalanceStep {
  txid: string;
  /** Unix seconds. */
  time: number;
  /** Sats that it added or took. */
  change: number;
  /** Sats afterwards. */
  balance: number;
}

/**
 * The balance after each transaction, oldest first.
 * @param entries  newest first; may lack the oldest ones @param now  confirmed balance, sats
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

/** Points of the step line, ms and sats: from zero, where the history is whole, up to now. Times that run back are drawn where
 *  the one before them is. */
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

/** The steps of the last `seconds`; the one before them is kept, so that the line begins at the left edge. */
export function recentSteps(steps: readonly BalanceStep[], nowSeconds: number, seconds: number): BalanceStep[] {
  const from = steps.findIndex(({ time }) => time >= nowSeconds - seconds);
  if (from < 0) return steps.slice(-1);
  return steps.slice(Math.max(0, from - 1));
}

/** Moments at which a balance is worth something told of. */
const worthMoments = 400;

/** What the balance was worth, ms and money; null where no price is known.
 *  @param points  of `balanceLine` */
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
