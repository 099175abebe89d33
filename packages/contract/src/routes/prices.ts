import { endpoint, tagged } from '../endpoint.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/price-shapes.ts';
import { exampleTime } from './parts.ts';

/** What a bitcoin costs and cost. The operator names the sources; without one nothing is known. */
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
      'What a bitcoin cost, newest first, or at one time: the last known price at it or before it. Days older than three months have one row.',
    query: {
      timestamp: field.optional(
        field.integer(
          {
            description: 'Unix seconds: one row instead of all',
            example: exampleTime,
            maximum: 999_999_999_999_999,
          },
          'v1.price-time',
        ),
      ),
      currency: field.optional(field.text({ description: 'code: only this one, with USD', example: 'EUR' })),
    },
    answer: shape.HistoricalPrice,
    example: { prices: [{ time: 1_763_880_000, USD: 86_500, EUR: 75_100 }], exchangeRates: { USDEUR: 0.8682 } },
    errors: ['v1.no-prices', 'v1.price-time'],
    cache: 'public-300',
  }),
});
