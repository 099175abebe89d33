import type { AccelerationSums } from '@glassblock/contract';
import type { MiningData } from '../graphs/mining-series/mining-series.ts';
import type { MiningWindow } from '../graphs/mining-series/mining-windows.ts';

/** Amounts from this one, sats, are shown in BTC. */
const btcFrom = 10_000_000;
/** Greater times are not Unix seconds. */
const lastTime = 0xffff_ffff;

/** Converts sums of added fees, and of transactions if the source has them, to rows by time. */
export function accelerationData(sums: AccelerationSums): MiningData {
  const byTime = new Map(
    sums.filter(({ timestamp }) => timestamp > 0 && timestamp <= lastTime).map((row) => [row.timestamp, row]),
  );
  const rows = [...byTime.values()].sort((a, b) => a.timestamp - b.timestamp);
  const isInBtc = rows.some(({ sumBidBoost }) => sumBidBoost > btcFrom);
  return {
    points: rows.map(({ timestamp, avgHeight }) => ({ time: timestamp, height: Math.round(avgHeight) })),
    series: [
      ...(rows.some(({ count }) => count !== undefined)
        ? [
            {
              key: 'accelerated',
              unit: 'txs',
              look: 'layer',
              colour: 'accelerated',
              values: rows.map(({ count }) => count ?? null),
            } as const,
          ]
        : []),
      {
        key: 'boost',
        unit: isInBtc ? 'BTC' : 'sats',
        look: 'line',
        colour: 'accent',
        right: true,
        values: rows.map(({ sumBidBoost }) => (isInBtc ? sumBidBoost / 1e8 : sumBidBoost)),
      },
    ],
  };
}

/** Windows of the chart, each with the days of data from which it is offered. */
const neededDays: readonly (readonly [MiningWindow, number])[] = [
  ['1w', 3],
  ['1m', 7],
  ['3m', 30],
  ['6m', 90],
  ['1y', 180],
  ['2y', 360],
  ['3y', 720],
  ['all', 0],
];
/** Windows of the acceleration chart. */
export const accelerationWindows: readonly MiningWindow[] = neededDays.map(([window]) => window);

/**
 * Returns the windows to offer.
 * @param days since the first acceleration; undefined: unknown, all windows are offered
 */
export const offeredAccelerationWindows = (days: number | undefined, current: MiningWindow): readonly MiningWindow[] =>
  neededDays
    .filter(([window, min]) => window === current || days === undefined || days >= min)
    .map(([window]) => window);
