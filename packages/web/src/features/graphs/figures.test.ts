import { expect, it } from 'vitest';
import { seriesFigure } from './figures.ts';

it.each([
  [1.532_1, 'MB', '1.53'],
  [0.000_286, 'MB', '0.00029'],
  [0.009_96, 'MWU', '0.01'],
  [0.01, 'MB', '0.01'],
  [0, 'MB', '0.00'],
  [1_234, 'MB', '1,234'],
] as const)('formats %d %s as %s', (value, unit, text) => {
  expect(seriesFigure(value, unit, 'regtest', 'vb')).toEqual({ value: text, unit });
});
