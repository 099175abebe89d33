import type { PriceHistory } from '../../data/price-history.ts';
import type { Currency } from '../../format/fiat.ts';
import type { MiningData } from './mining-series/mining-series.ts';
import { type MiningWindow, windowsFrom } from './mining-series/mining-windows.ts';

/** Windows of the price chart: below a month there are too few days. */
export const priceWindows = windowsFrom('1m');

const daySeconds = 86_400;
const days: Readonly<Partial<Record<MiningWindow, number>>> = {
  '1m': 30,
  '3m': 91,
  '6m': 182,
  '1y': 365,
  '2y': 730,
  '3y': 1_095,
};
/** Longer windows have one price per day: the last one. */
const finerDays = 91;

/**
 * Returns the prices of a window.
 * @param now Unix seconds; later prices are left out
 * @returns without times that have no price
 */
export function priceRows({ times, prices }: PriceHistory, window: MiningWindow, now: number): PriceHistory {
  const span = days[window];
  const from = span === undefined ? 0 : now - span * daySeconds;
  const isDaily = span === undefined || span > finerDays;
  const stored: { time: number; price: number }[] = [];
  for (const [at, time] of times.entries()) {
    const price = prices[at] ?? 0;
    if (time < from || time > now || !(price > 0)) continue;
    const last = stored.at(-1);
    const isSameDay = last !== undefined && Math.floor(last.time / daySeconds) === Math.floor(time / daySeconds);
    if (isDaily && isSameDay) stored.pop();
    stored.push({ time, price });
  }
  return { times: stored.map(({ time }) => time), prices: stored.map(({ price }) => price) };
}

/** Converts prices to chart data. */
export const priceData = ({ times, prices }: PriceHistory, currency: Currency): MiningData => ({
  points: times.map((time) => ({ time })),
  series: [{ key: 'price', unit: currency, look: 'area', colour: 'accent', values: [...prices] }],
});

/** Returns the relative price change in percent; undefined when unknown. */
export function priceChange(first: number | undefined, now: number | undefined): number | undefined {
  return first === undefined || now === undefined || first <= 0 ? undefined : (100 * (now - first)) / first;
}
