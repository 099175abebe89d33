import type { HistoricalPrice } from '@glassblock/contract';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { browserApi } from '../data/browser-api.ts';
import { cachedHistory, type PriceHistory, priceAt, priceHistory } from '../data/price-history.ts';
import { api } from '../url.ts';
import { usePreferences } from './preferences.tsx';
import { PriceContext } from './price.ts';
import { usePlace } from './site-context.ts';

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
  const path = api.historicalPrice(prefix, { currency });
  const [found, setFound] = useState<{ path: string; history: PriceHistory }>();
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const ask = async () => {
      const answer = await browserApi().get<HistoricalPrice>(path);
      return answer.ok && answer.body ? priceHistory(answer.body, currency) : undefined;
    };
    void cachedHistory(path, Date.now(), ask).then((history) => {
      if (isCurrent && history) setFound({ path, history });
    });
    return () => {
      isCurrent = false;
    };
  }, [path, currency, isWanted]);
  return found?.path === path ? found.history : undefined;
}
