import { expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

it('doubles the pause with each failure up to the maximum', () => {
  const limits = { firstMs: 500, maxMs: 10_000 };
  expect([1, 2, 3, 4, 5, 6, 7].map((failures) => backOffMs(failures, limits))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
  expect(backOffMs(10_000, limits)).toBe(10_000);
  expect(backOffMs(0, limits)).toBe(500);
});
