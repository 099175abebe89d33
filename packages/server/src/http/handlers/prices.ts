import { currentPrices, historicalPrice } from '../../query/prices.ts';
import { type Handler, plain } from '../call.ts';

export const priceHandlers = {
  prices: plain((context) => currentPrices(context)),
  historicalPrice: plain((context, { query }) =>
    historicalPrice(context, { timestamp: query['timestamp'], currency: query['currency'] }),
  ),
} satisfies Record<string, Handler>;
