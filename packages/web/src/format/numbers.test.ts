import { seededRandom } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { decimals, significant } from './numbers.ts';

test('rounds decimals, keeps the minimum, groups thousands', () => {
  expect(decimals(1_234_567, 0)).toBe('1,234,567');
  expect(decimals(999.999, 2)).toBe('1,000.00');
  expect(decimals(12.5, 2, 0)).toBe('12.5');
  expect(decimals(12, 2, 0)).toBe('12');
  expect(decimals(100, 0)).toBe('100');
  expect(decimals(-0.001, 2)).toBe('0.00');
  expect(decimals(-1234.5, 1)).toBe('-1,234.5');
});

test('limits significant digits', () => {
  expect(significant(86.388_558, 4)).toBe('86.39');
  expect(significant(999_960, 4)).toBe('1,000,000');
  expect(significant(0, 3)).toBe('0');
  expect(significant(0.000_000_123_456, 3)).toBe('0.000000123');
  expect(significant(-1_234, 3)).toBe('-1,230');
});

test.each([1, 2, 3])('seed %d: equals Intl except for ties', (seed) => {
  const random = seededRandom(seed);
  for (let i = 0; i < 3_000; i++) {
    const value = (random() - 0.2) * 10 ** (random() * 10 - 4);
    const max = Math.floor(random() * 5);
    const min = Math.floor(random() * (max + 1));
    const byIntl = (options: Intl.NumberFormatOptions) =>
      value.toLocaleString('en', options).replace(/^-(?=[0.]*$)/, '');
    expect(decimals(value, max, min)).toBe(byIntl({ minimumFractionDigits: min, maximumFractionDigits: max }));
    expect(significant(value, max + 1)).toBe(byIntl({ maximumSignificantDigits: max + 1 }));
  }
});
