import { expect, test } from 'vitest';
import { assetAmount } from './asset-amount.ts';

test.each([
  [124_300_000_000, 2, '1,243,000,000.00'],
  [5, 8, '0.00000005'],
  [0, 0, '0'],
  [1_000, 0, '1,000'],
  [-50, 1, '-5.0'],
  [18_446_744_073_709_551_615n, 8, '184,467,440,737.09551615'],
])('assetAmount formats %s units with %s decimals', (units, precision, value) => {
  expect(assetAmount(units, precision, 'X')).toEqual({ value, unit: 'X' });
});
