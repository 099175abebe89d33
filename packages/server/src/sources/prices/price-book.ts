import { baseCurrencies } from './currencies.ts';
import type { PriceRow } from './price-row.ts';

/** Prices besides the history, from which another process answers alike. */
export interface PriceSnapshot {
  readonly currencies: readonly string[];
  /** Newest prices as fetched. */
  readonly current: PriceRow | undefined;
  /** Exchange rates as fetched. */
  readonly rates: Readonly<Record<string, number>>;
  /** Increased when the history changes. */
  readonly version: number;
}

/** Current and historical prices of a bitcoin. */
export interface Prices {
  /** Returns the newest prices, other currencies by exchange rates; undefined when none is fresh. */
  current(): PriceRow | undefined;
  /** Returns the last row at or before a time. */
  at(time: number): PriceRow | undefined;
  /** Oldest first; without rows that a clock which was ahead has stored. */
  history(): readonly PriceRow[];
  /** Units of a currency per USD. */
  rates(): Readonly<Record<string, number>>;
  /** Currencies of answers. */
  readonly currencies: readonly string[];
  snapshot(): PriceSnapshot;
  onChange(listener: () => void): () => void;
}

/** No prices: networks without value, and servers without a source. */
export const noPrices: Prices = {
  current: () => undefined,
  at: () => undefined,
  history: () => [],
  rates: () => ({}),
  currencies: baseCurrencies,
  snapshot: () => ({ currencies: baseCurrencies, current: undefined, rates: {}, version: 0 }),
  onChange: () => () => {},
};

/** Maximum age of a current price: files may have one per day. */
const freshSeconds = 2 * 86_400;

/** The price of a day has the time of its end. */
const maxAheadSeconds = 86_400;

/** Prices in memory: history, current prices, and exchange rates. */
export interface PriceBook extends Prices {
  /**
   * Replaces all rows.
   * @param rows oldest first
   */
  setHistory(rows: readonly PriceRow[]): void;
  /** Sets prices newer than the history. */
  setCurrent(row: PriceRow | undefined): void;
  setRates(rates: Readonly<Record<string, number>>): void;
}

/** Creates a price book. */
export function createPriceBook(currencies: readonly string[], now: () => number): PriceBook {
  let rows: readonly PriceRow[] = [];
  let newest: PriceRow | undefined;
  let given: Readonly<Record<string, number>> = {};
  let version = 0;
  const listeners = new Set<() => void>();
  const report = () => {
    for (const listener of listeners) listener();
  };

  /** Index after the last row at or before a time. */
  function after(time: number): number {
    let from = 0;
    let to = rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rows[middle]!.time <= time) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  function last(): PriceRow | undefined {
    const stored = rows[after(now()) - 1];
    return newest === undefined || (stored !== undefined && stored.time > newest.time) ? stored : newest;
  }

  /** Exchange rates by prices where there are two, as given otherwise. */
  function rates(): Record<string, number> {
    const { USD, ...others } = last()?.prices ?? {};
    const own = USD === undefined ? [] : Object.entries(others).map(([code, price]) => [code, price / USD]);
    return { ...given, ...Object.fromEntries(own) };
  }

  return {
    currencies,
    history() {
      const shown = after(now() + maxAheadSeconds);
      return shown === rows.length ? rows : rows.slice(0, shown);
    },
    at: (time) => rows[after(time) - 1],
    rates,
    snapshot: () => ({ currencies, current: newest, rates: given, version }),
    current() {
      const row = last();
      if (row === undefined || now() - row.time > freshSeconds) return undefined;
      const { USD } = row.prices;
      if (USD === undefined) return row;
      const exchanged = currencies.flatMap((code) => {
        const rate = given[code];
        return rate === undefined ? [] : [[code, Math.round(USD * rate)] as const];
      });
      return { time: row.time, prices: { ...Object.fromEntries(exchanged), ...row.prices } };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setHistory(next) {
      rows = next;
      version++;
      report();
    },
    setCurrent(row) {
      newest = row;
      report();
    },
    setRates(next) {
      given = next;
      report();
    },
  };
}
