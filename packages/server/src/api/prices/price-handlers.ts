import { type Handlers, plain, requiring } from '../call.ts';
import { currentPrices, historicalPrice, requirePrices } from './prices.ts';

/** Handlers of the price routes. */
export const priceHandlers = {
  prices: plain((context) => currentPrices(context)),
  historicalPrice: requiring(
    requirePrices,
    plain((context, { query }) => historicalPrice(context, query)),
  ),
} satisfies Partial<Handlers>;
