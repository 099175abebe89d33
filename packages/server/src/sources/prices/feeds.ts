import { baseCurrencies, isCurrency, isSane } from './currencies.ts';
import type { PriceRow } from './price-row.ts';

/**
 * Fetches JSON.
 * @throws {Error} with the reason
 */
export type FetchJson = (url: string) => Promise<unknown>;

/** A public price source: its URL, and where the price is in its answer. None needs a key. */
interface Source {
  /** URL for a currency; undefined when it does not trade it. */
  url(code: string): string | undefined;
  /** The price of the last trade, a number or a string. */
  price(answer: unknown): unknown;
}

const of = (codes: readonly string[], url: (code: string) => string) => (code: string) =>
  codes.includes(code) ? url(code) : undefined;

/** Value at a path of an answer. */
function at(answer: unknown, ...path: readonly (string | number)[]): unknown {
  let place = answer;
  for (const step of path) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Record<string | number, unknown>)[step];
  }
  return place;
}

/** The value of an object with one key of unknown name: market names differ. */
const only = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null ? Object.values(answer)[0] : undefined;

/** All price sources. */
export const sources = {
  kraken: {
    url: of(baseCurrencies, (code) => `https://api.kraken.com/0/public/Ticker?pair=XBT${code}`),
    price: (answer) => at(only(at(answer, 'result')), 'c', 0),
  },
  coinbase: {
    url: of(['USD', 'EUR', 'GBP'], (code) => `https://api.coinbase.com/v2/prices/BTC-${code}/spot`),
    price: (answer) => at(answer, 'data', 'amount'),
  },
  bitfinex: {
    url: of(['USD', 'EUR', 'GBP', 'JPY'], (code) => `https://api-pub.bitfinex.com/v2/ticker/tBTC${code}`),
    price: (answer) => at(answer, 6),
  },
  gemini: {
    url: of(['USD', 'EUR', 'GBP'], (code) => `https://api.gemini.com/v1/pubticker/btc${code.toLowerCase()}`),
    price: (answer) => at(answer, 'last'),
  },
  bitstamp: {
    url: of(['USD', 'EUR', 'GBP'], (code) => `https://www.bitstamp.net/api/v2/ticker/btc${code.toLowerCase()}/`),
    price: (answer) => at(answer, 'last'),
  },
  bitflyer: {
    url: of(['USD', 'EUR', 'JPY'], (code) => `https://api.bitflyer.com/v1/ticker?product_code=BTC_${code}`),
    price: (answer) => at(answer, 'ltp'),
  },
} as const satisfies Record<string, Source>;

/** Name of a price source. */
export type SourceName = keyof typeof sources;
/** Names of all price sources. */
export const sourceNames = Object.keys(sources) as SourceName[];

/** Two sources that differ by a larger share of the lower one do not agree. */
const maxApart = 0.1;

/** Returns the median price of sources; undefined when too few agree. */
export function agreedPrice(code: string, quotes: readonly number[]): number | undefined {
  const sane = quotes.filter((price) => isSane(code, price)).sort((a, b) => a - b);
  const low = sane[(sane.length - 1) >> 1];
  const high = sane[sane.length >> 1];
  if (low === undefined || high === undefined || high - low > maxApart * low) return undefined;
  return (low + high) / 2;
}

/** Prices fetched from the sources. */
export interface PriceAnswer {
  /** Whole units: sources differ by more than cents. */
  row: PriceRow;
  /** Sources that failed, each once, with the reason. */
  silent: string[];
}

/**
 * Fetches all currencies from the sources.
 * @param time Unix seconds
 */
export async function askSources(
  names: readonly SourceName[],
  fetchJson: FetchJson,
  time: number,
): Promise<PriceAnswer> {
  const silent = new Map<string, string>();
  const said = new Map<string, number[]>(baseCurrencies.map((code) => [code, []]));
  const calls = names.flatMap((name) =>
    baseCurrencies.map(async (code) => {
      const source: Source = sources[name];
      const url = source.url(code);
      if (url === undefined) return;
      try {
        const price = Number(source.price(await fetchJson(url)));
        if (isSane(code, price)) said.get(code)!.push(price);
        else silent.set(name, `no price in ${code}`);
      } catch (error) {
        silent.set(name, error instanceof Error ? error.message : String(error));
      }
    }),
  );
  await Promise.all(calls);
  const agreed = [...said].flatMap(([code, prices]) => {
    const price = agreedPrice(code, prices);
    return price === undefined ? [] : [[code, Math.round(price)] as const];
  });
  return {
    row: { time, prices: Object.fromEntries(agreed) },
    silent: [...silent].map(([name, why]) => `${name}: ${why}`),
  };
}

const ratesUrl = 'https://api.frankfurter.dev/v1/latest?base=USD';

/** Bounds of a plausible rate. */
const [minRate, maxRate] = [1e-3, 1e6];

/** Fetches reference rates of the European Central Bank: units of each currency per USD. */
export async function askRates(fetchJson: FetchJson): Promise<Record<string, number>> {
  const rates = at(await fetchJson(ratesUrl), 'rates');
  const pairs = Object.entries(typeof rates === 'object' && rates !== null ? rates : {});
  const isRate = (rate: unknown) => typeof rate === 'number' && rate >= minRate && rate <= maxRate;
  return Object.fromEntries(pairs.filter(([code, rate]) => isCurrency(code) && isRate(rate)));
}

/** Candle lengths of the history, minutes: days for two years, weeks back to 2013. */
const candleMinutes = [10_080, 1_440] as const;

/**
 * Fetches closing prices from Kraken, each at the end of its candle. Source: docs.kraken.com, Get OHLC Data; the last
 * candle of an answer is incomplete.
 * @returns rows oldest first, of both candle lengths; and failures
 */
export async function askHistory(fetchJson: FetchJson): Promise<{ rows: PriceRow[]; silent: string[] }> {
  const byTime = new Map<number, Record<string, number>>();
  const silent: string[] = [];
  for (const minutes of candleMinutes) {
    for (const code of baseCurrencies) {
      const url = `https://api.kraken.com/0/public/OHLC?pair=XBT${code}&interval=${minutes}`;
      let answer: unknown;
      try {
        answer = await fetchJson(url);
      } catch (error) {
        silent.push(`history in ${code}: ${error instanceof Error ? error.message : String(error)}`);
        continue;
      }
      const { last: _, ...markets } = Object(at(answer, 'result')) as Record<string, unknown>;
      const candles = only(markets);
      if (!Array.isArray(candles)) {
        silent.push(`history in ${code}: no candles`);
        continue;
      }
      for (const candle of candles.slice(0, -1)) {
        const time = Number(at(candle, 0)) + 60 * minutes;
        const price = Number(at(candle, 4));
        if (!Number.isInteger(time) || !isSane(code, price)) continue;
        byTime.set(time, { ...byTime.get(time), [code]: price });
      }
    }
  }
  return { rows: [...byTime].sort(([a], [b]) => a - b).map(([time, prices]) => ({ time, prices })), silent };
}
