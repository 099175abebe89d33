import type { Conversions, HistoricalPrice } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import type { NetworkInfo } from '../../network/network-info.ts';
import { baseCurrencies } from '../../sources/prices/currencies.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import type { PriceContext } from '../../sources/prices/price-context.ts';
import type { PriceRow } from '../../sources/prices/price-row.ts';
import type { PricesAt } from '../mining/series/block-series.ts';

const unknown = -1;
/** Date of the first price; earlier times get zeros. */
const firstPriceTime = 1_279_497_600;

function presentRow({ time, prices }: PriceRow, codes: readonly string[]): Conversions {
  return { time, ...Object.fromEntries(codes.map((code) => [code, prices[code] ?? unknown])) };
}

/** Returns the current prices; undefined when unknown. */
export function conversions({ prices }: PriceContext): Conversions | undefined {
  const row = prices.current();
  return row === undefined ? undefined : presentRow(row, prices.currencies);
}

/** The same with zeros or -1 instead of undefined, for callers that need an answer. */
export function currentPrices(context: Pick<NetworkInfo, 'now'> & PriceContext): Conversions {
  return conversions(context) ?? presentRow({ time: context.now(), prices: {} }, context.prices.currencies);
}

/**
 * Rejects a request about prices on a network without prices.
 * @throws {CodedError} v1.no-prices
 */
export function requirePrices({ network }: NetworkInfo): void {
  if (!network.hasValue) throw new CodedError('v1.no-prices', 'network without prices');
}

/**
 * Returns the price at a time.
 * @param query Unix seconds and a currency code; without them all rows and currencies
 */
export function historicalPrice(
  { prices }: PriceContext,
  { timestamp, currency }: { timestamp?: number; currency?: string },
): HistoricalPrice {
  if (currency !== undefined && !prices.currencies.includes(currency)) return null;
  const codes = currency === undefined ? prices.currencies : [...new Set([currency, 'USD'])];
  const present = (row: PriceRow) => presentRow(row, codes);
  return {
    prices: timestamp === undefined ? prices.history().map(present).reverse() : rowsAt(prices, timestamp, codes),
    exchangeRates: exchangeRates(prices),
  };
}

function rowsAt(prices: Prices, time: number, codes: readonly string[]): Conversions[] {
  const row = prices.at(time);
  if (row !== undefined) return [presentRow(row, codes)];
  // clients read the first entry, also without a price source
  return [{ time: firstPriceTime, ...Object.fromEntries(codes.map((code) => [code, 0])) }];
}

/** Four decimals: two would be off by half a percent for currencies above one dollar. */
const roundedRate = (rate: number) => Math.round(rate * 10_000) / 10_000;

function exchangeRates(prices: Prices): Record<string, number> {
  const rates = prices.rates();
  const codes = prices.currencies.filter((code) => code !== 'USD');
  return Object.fromEntries(codes.map((code) => [`USD${code}`, roundedRate(rates[code] ?? 0)]));
}

type BasePrices = ReturnType<PricesAt>;
/** Cached base currencies of rows: a series over all blocks needs thousands of them repeatedly. */
const baseOf = new WeakMap<PriceRow['prices'], BasePrices>();
const noBase: BasePrices = {};

/** Returns prices for series; currencies without a price at that time are absent. */
export const basePricesAt =
  (prices: Prices): PricesAt =>
  (time) => {
    const row = prices.at(time)?.prices;
    if (row === undefined) return noBase;
    let base = baseOf.get(row);
    if (base === undefined) {
      const known = baseCurrencies.filter((code) => row[code] !== undefined);
      baseOf.set(row, (base = Object.fromEntries(known.map((code) => [code, row[code]]))));
    }
    return base;
  };
