import { seededRandom } from '@glassblock/primitives';
import { baseCurrencies } from '../sources/prices/currencies.ts';
import { createPriceBook, type Prices } from '../sources/prices/price-book.ts';
import type { PriceRow } from '../sources/prices/price-row.ts';

const hour = 3_600;
const day = 24 * hour;
const years = 4;
/** Newest days with a price per hour; older ones have one per day. */
const hourlyDays = 31;

/** Median price, USD. */
const medianUsd = 68_000;
/** Waves of the logarithm of the price: period and amplitude. */
const waves = [
  { period: 700 * day, amplitude: 0.55 },
  { period: 120 * day, amplitude: 0.22 },
  { period: 20 * day, amplitude: 0.08 },
  { period: 4 * day, amplitude: 0.03 },
  { period: 12 * hour, amplitude: 0.012 },
  { period: 2 * hour, amplitude: 0.003 },
];

/** Units per USD. */
const rates: Readonly<Record<(typeof baseCurrencies)[number], number>> = {
  USD: 1,
  EUR: 0.87,
  GBP: 0.76,
  CAD: 1.4,
  CHF: 0.81,
  AUD: 1.54,
  JPY: 156,
};

/** Returns a value from -1 to 1 that belongs to a whole number. */
const fixedValue = (n: number, seed: number): number => 2 * seededRandom(Math.imul(n, 0x9e3779b1) ^ seed)() - 1;

/** Returns a smooth curve through fixed values at whole numbers. */
function curve(at: number, seed: number): number {
  const left = Math.floor(at);
  const share = (1 - Math.cos(Math.PI * (at - left))) / 2;
  return fixedValue(left, seed) * (1 - share) + fixedValue(left + 1, seed) * share;
}

/** Returns the simulated prices at a time: the same ones whenever they are computed. */
export function demoPricesAt(time: number): PriceRow {
  const logarithm = waves.reduce((sum, { period, amplitude }, i) => sum + amplitude * curve(time / period, i + 1), 0);
  const usd = medianUsd * Math.exp(logarithm);
  return {
    time,
    prices: Object.fromEntries(baseCurrencies.map((code) => [code, Math.round(usd * rates[code])])),
  };
}

/** Returns rows of the last four years, oldest first. */
export function demoPriceRows(now: number): PriceRow[] {
  const newest = Math.floor(now / hour) * hour;
  const hourlyFrom = Math.floor((now - hourlyDays * day) / day) * day;
  const rows: PriceRow[] = [];
  for (let time = hourlyFrom - years * 365 * day; time < hourlyFrom; time += day) rows.push(demoPricesAt(time));
  for (let time = hourlyFrom; time <= newest; time += hour) rows.push(demoPricesAt(time));
  return rows;
}

/**
 * Opens simulated prices, which change every ten minutes.
 * @param now Unix seconds
 */
export function openDemoPrices(now: () => number): { prices: Prices; stop(): void } {
  const book = createPriceBook(baseCurrencies, now);
  const update = () => {
    book.setHistory(demoPriceRows(now()));
    book.setCurrent(demoPricesAt(Math.floor(now())));
  };
  update();
  const timer = setInterval(update, 600_000);
  return { prices: book, stop: () => clearInterval(timer) };
}
