import { describe, expect, it } from 'vitest';
import { priceAt, priceHistory } from './price-history.ts';

const answer = {
  prices: [
    { time: 300, EUR: 55, USD: 60 },
    { time: 200, EUR: -1, USD: 50 },
    { time: 100, EUR: -1, USD: -1 },
  ],
  exchangeRates: { USDEUR: 0.9 },
};

describe('price history', () => {
  it('returns the last price at a time', () => {
    const history = priceHistory(answer, 'USD');
    expect([99, 100, 199, 200, 299, 300, 9_999].map((time) => priceAt(history, time))).toEqual([
      undefined,
      undefined,
      undefined,
      50,
      50,
      60,
      60,
    ]);
    expect(priceAt({ times: [], prices: [] }, 5)).toBeUndefined();
  });

  it('derives missing currencies from USD', () => {
    const history = priceHistory(answer, 'EUR');
    expect(priceAt(history, 250)).toBe(45);
    expect(priceAt(history, 350)).toBe(55);
    expect(priceAt(priceHistory({ ...answer, exchangeRates: {} }, 'CHF'), 350)).toBeUndefined();
  });
});
