import type { Conversions, HistoricalPrice } from '@glassblock/contract';
import { use } from 'react';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { hasValue, PriceContext } from '../../context/price.ts';
import { usePlace } from '../../context/site-context.ts';
import type { Api } from '../../data/answer.ts';
import { browserApi } from '../../data/browser-api.ts';
import { priceHistory } from '../../data/price-history.ts';
import { closingPrice, endOfDay } from '../../tools/price-day.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { api } from '../../url.ts';

/** Prices of a past day. */
export interface PastPrices {
  /** UTC day. */
  day: string;
  /** Undefined when the request failed. */
  prices: HistoricalPrice | undefined;
}

/** The BTC price in the visitor's currency on the selected day, or why there is none. */
export type DatedPrice =
  | {
      /** `closing`: last price of a past day; `earlier`: last price before a day without one. */
      kind: 'now' | 'closing' | 'earlier';
      price: number;
      /** Unix seconds; undefined when unknown. */
      time: number | undefined;
    }
  | { kind: 'asking' | 'failed' | 'none' | 'noSource'; price?: undefined };

/**
 * Loads the prices of a day.
 * @param day UTC
 */
export async function askPastPrices(ask: Api, prefix: string, day: string): Promise<PastPrices> {
  const answer = await ask.get<HistoricalPrice>(api.historicalPrice(prefix, { timestamp: endOfDay(day) }), 'once');
  return { day, prices: answer.ok ? answer.body : undefined };
}

/** Returns the prices of a day, loaded with the page or requested; undefined while pending. */
function usePastPrices(loaded: PastPrices | undefined, day: string | undefined): PastPrices | undefined {
  const { network, prefix } = usePlace();
  const isLoaded = loaded?.day === day;
  const isDue = day !== undefined && !isLoaded && hasValue(network);
  const { data } = useAnswer(isDue ? `${prefix} ${day}` : undefined, () =>
    askPastPrices(browserApi(), prefix, day ?? ''),
  );
  return day === undefined ? undefined : isLoaded ? loaded : data;
}

const hasAnyPrice = ({ time: _, ...prices }: Conversions): boolean =>
  Object.values(prices).some((price) => price !== undefined && price > 0);

/**
 * Returns the price of a day.
 * @param loaded prices loaded with the page
 * @param day UTC; undefined: today
 */
export function useDatedPrice(loaded: PastPrices | undefined, day: string | undefined): DatedPrice {
  const { network } = usePlace();
  const { currency } = usePreferences().preferences;
  const present = use(PriceContext);
  const reportedAt = useLive((live) => live.conversions?.['time']) ?? 0;
  const past = usePastPrices(loaded, day);

  // without a source there is one row of zeros
  const isSourced = present !== undefined || [past, loaded].some((each) => each?.prices?.prices.some(hasAnyPrice));
  if (!isSourced || !hasValue(network)) return { kind: 'noSource' };
  if (day === undefined) {
    return present === undefined
      ? { kind: 'none' }
      : { kind: 'now', price: present, time: reportedAt > 0 ? reportedAt : undefined };
  }
  if (past === undefined) return { kind: 'asking' };
  if (past.prices === undefined) return { kind: 'failed' };
  const found = past.prices === null ? undefined : closingPrice(priceHistory(past.prices, currency), day);
  if (found === undefined) return { kind: 'none' };
  return { kind: found.isOfDay ? 'closing' : 'earlier', price: found.price, time: found.time };
}
