import { currentPrices, historicalPrice, requirePrices } from '../../query/prices.ts';
import { type Handlers, plain, requiring } from '../call.ts';

/** Handlers of the price routes. */
export const priceHandlers = {
  prices: plain((context) => currentPrices(context)),
  historicalPrice: requiring(
    requirePrices,
    plain((context, { query }) => historicalPrice(context, query)),
  ),
} satisfies Partial<Handlers>;
