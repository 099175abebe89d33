import { expect, test } from 'vitest';
import { pageCount, pageNumber } from './page-number.ts';

test.each([
  [null, 1],
  ['', 1],
  ['-1', 1],
  ['abc', 1],
  ['NaN', 1],
  ['2', 2],
  ['2.7', 2],
  ['1e9', 40_000],
  ['Infinity', 40_000],
] as const)('pageNumber of %s is %s', (typed, number) => {
  expect(pageNumber(typed)).toBe(number);
});

test('pageCount is at least one', () => {
  expect([0, 1, 15, 16].map((rows) => pageCount(rows, 15))).toEqual([1, 1, 1, 2]);
});
