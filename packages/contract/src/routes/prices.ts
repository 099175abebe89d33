import { endpoint, tagged } from '../endpoint.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/price-shapes.ts';
import { exampleTime } from './shared/parts.ts';

/** Current and historical bitcoin prices from the configured sources; unknown without one. */
export const prices = tagged('Prices', {
  prices: endpoint({
    id: 'prices',
    path: '/api/v1/prices',
    summary: 'Current bitcoin price by currency; -1 for unknown prices and on test networks.',
    answer: shape.Conversions,
    example: { time: 1_763_880_000, USD: 86_500, EUR: 75_100 },
    cache: 'public-300',
  }),
  historicalPrice: endpoint({
    id: 'historicalPrice',
    path: '/api/v1/historical-price',
    summary:
      'Historical bitcoin prices, newest first, or the last known price at or before a time. Prices older than three months are daily.',
    query: {
      timestamp: field.optional(
        field.integer(
          {
            description: 'Unix seconds; returns one row',
            example: exampleTime,
            maximum: 999_999_999_999_999,
          },
          'v1.price-time',
        ),
      ),
      currency: field.optional(
        field.text({ description: 'currency code; returns only this currency and USD', example: 'EUR' }),
      ),
    },
    answer: shape.HistoricalPrice,
    example: { prices: [{ time: 1_763_880_000, USD: 86_500, EUR: 75_100 }], exchangeRates: { USDEUR: 0.8682 } },
    errors: ['v1.no-prices', 'v1.price-time'],
    cache: 'public-300',
  }),
});
