import { expect, test } from 'vitest';
import { closingPrice, endOfDay, pastDay, utcDay } from './price-day.ts';

const now = Date.UTC(2024, 2, 1, 0, 0, 1);

test.each([
  ['2010-07-19', '2010-07-19'],
  ['2024-02-29', '2024-02-29'],
  ['2010-07-18', undefined],
  ['2024-03-01', undefined],
  ['2024-03-02', undefined],
  ['2023-02-30', undefined],
  ['2023-13-01', undefined],
  ['2023-1-1', undefined],
  ['9999-99-99', undefined],
  ['', undefined],
  ['<b>', undefined],
  [null, undefined],
])('the past day of %j is %j', (asked, day) => {
  expect(pastDay(asked, now)).toBe(day);
});

test('a day is in UTC, to its last second', () => {
  expect(utcDay(now)).toBe('2024-03-01');
  expect(utcDay(now - 2000)).toBe('2024-02-29');
  expect(endOfDay('2010-07-19')).toBe(1_279_583_999);
});

test('a day closes with its last price, else with the previous one', () => {
  const [start, end] = [endOfDay('2015-01-01') - 86_399, endOfDay('2015-01-01')];
  const history = { times: [start - 1, start, end, end + 1], prices: [300, 310, 320, 330] };
  expect(closingPrice(history, '2015-01-01')).toEqual({ price: 320, time: end, isOfDay: true });
  expect(closingPrice(history, '2014-12-31')).toEqual({ price: 300, time: start - 1, isOfDay: true });
  expect(closingPrice(history, '2015-06-01')).toEqual({ price: 330, time: end + 1, isOfDay: false });
  expect(closingPrice(history, '2014-12-30')).toBeUndefined();
  // a price of 0 is unknown
  expect(closingPrice({ times: [start], prices: [0] }, '2015-01-01')).toBeUndefined();
});
