import type { HistoricalPrice } from '@glassblock/contract';

/** Prices over time in one currency. */
export interface PriceHistory {
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  /** Price of each time; 0: unknown. */
  prices: readonly number[];
}

/** Returns the prices in a currency; without a price of its own, USD times the current exchange rate. */
export function priceHistory({ prices, exchangeRates }: NonNullable<HistoricalPrice>, currency: string): PriceHistory {
  const rate = exchangeRates[`USD${currency}`] ?? 0;
  const rows = prices.map((row) => {
    const own = row[currency] ?? 0;
    return { time: row['time'] ?? 0, price: own > 0 ? own : Math.max(0, row['USD'] ?? 0) * rate };
  });
  rows.sort((a, b) => a.time - b.time);
  return { times: rows.map(({ time }) => time), prices: rows.map(({ price }) => price) };
}

/** Returns the last price at or before a time; undefined when unknown. */
export function priceAt({ times, prices }: PriceHistory, time: number): number | undefined {
  let from = 0;
  let to = times.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return prices[from - 1] || undefined;
}
