import type { HistoricalPrice } from '@glassblock/contract';
import { createContext, type ReactNode, use } from 'react';
import { browserApi } from '../data/browser-api.ts';
import { type PriceHistory, priceAt, priceHistory } from '../data/price-history.ts';
import { createSharedAnswers, type SharedAnswers } from '../data/shared-answers.ts';
import { useAnswer } from '../ui/hooks/use-answer.ts';
import { api } from '../url.ts';
import { usePreferences } from './preferences.tsx';
import { PriceContext } from './price.ts';
import { usePlace } from './site-context.ts';

const hourMs = 3_600_000;
/** Maximum number of currencies whose history is reused. */
const maxHistories = 8;

/** Price histories by path, converted once for all amounts of this app instance. */
export const PriceHistoriesContext = createContext<SharedAnswers<PriceHistory> | undefined>(undefined);

/** Creates the price histories of an app instance. */
export const createPriceHistories = () => createSharedAnswers<PriceHistory>(maxHistories, Date.now);

/** The time for fiat values; undefined: now. */
const TimeContext = createContext<number | undefined>(undefined);

/**
 * Shows the amounts inside at the price of a time, for confirmed transactions and blocks.
 * @param time Unix seconds; undefined: not confirmed, current price
 * @param known prices of that time that came with the page
 */
export function PriceAt(props: { time: number | undefined; known?: HistoricalPrice; children: ReactNode }) {
  const { time, known, children } = props;
  const present = use(PriceContext);
  const isThere = use(TimeContext) === time;
  const { currency } = usePreferences().preferences;
  const isAsked = present !== undefined && time !== undefined && !isThere;
  const history = usePriceHistory(currency, isAsked && !known);
  if (!isAsked) return children;
  const past = known ? priceHistory(known, currency) : history;
  // until the historical price is known, amounts are in BTC: the current price would be wrong
  return (
    <TimeContext value={time}>
      <PriceContext value={past && priceAt(past, time)}>{children}</PriceContext>
    </TimeContext>
  );
}

/** Returns all prices of a currency; loaded on demand, once an hour for the whole page. */
export function usePriceHistory(currency: string, isWanted: boolean): PriceHistory | undefined {
  const { prefix } = usePlace();
  const histories = use(PriceHistoriesContext);
  const path = api.historicalPrice(prefix, { currency });
  const { data } = useAnswer(isWanted && histories ? path : undefined, async () =>
    histories?.get(path, hourMs, async () => {
      const prices = await browserApi().body<HistoricalPrice>(path);
      if (prices === null) throw new Error('no prices');
      return priceHistory(prices, currency);
    }),
  );
  return data;
}
