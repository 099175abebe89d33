import { describe, expect, test } from 'vitest';
import { priceChange, priceData, priceRows } from './price-series.ts';

const day = 86_400;
const now = 20_000 * day + 500;
const at = (...ago: number[]) => ago.map((seconds) => now - seconds);

describe('price rows', () => {
  test('contain the prices of the window, up to now', () => {
    const history = { times: at(31 * day, 30 * day, 200, 100, -60), prices: [1, 2, 0, 4, 5] };
    expect(priceRows(history, '1m', now)).toEqual({ times: at(30 * day, 100), prices: [2, 4] });
    expect(priceRows(history, '3m', now)).toEqual({ times: at(31 * day, 30 * day, 100), prices: [1, 2, 4] });
  });

  test('have one price per day for long windows: the last one', () => {
    // now is 500 seconds into a day
    const history = { times: at(day + 700, day + 600, 501, 500, 10), prices: [1, 2, 3, 4, 5] };
    const expected = { times: at(day + 600, 501, 10), prices: [2, 3, 5] };
    expect(priceRows(history, 'all', now)).toEqual(expected);
    expect(priceRows(history, '6m', now)).toEqual(expected);
    expect(priceRows(history, '3m', now).prices).toEqual([1, 2, 3, 4, 5]);
  });

  test('are empty without prices', () => {
    expect(priceRows({ times: [], prices: [] }, 'all', now)).toEqual({ times: [], prices: [] });
    expect(priceRows({ times: at(1), prices: [Number.NaN] }, 'all', now)).toEqual({ times: [], prices: [] });
  });
});

test('become one area in the currency', () => {
  const { points, series } = priceData({ times: [1, 2], prices: [10, 20] }, 'CHF');
  expect(points).toEqual([{ time: 1 }, { time: 2 }]);
  expect(series).toMatchObject([{ key: 'price', unit: 'CHF', look: 'area', values: [10, 20] }]);
});

test.each([
  [100, 150, 50],
  [200, 150, -25],
  [0, 150, undefined],
  [undefined, 1, undefined],
  [1, undefined, undefined],
])('a price from %d to %d changes by %d %%', (first, last, change) => {
  expect(priceChange(first, last)).toBe(change);
});
