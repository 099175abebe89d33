import { difficulty, type Figure, noFigure } from './amount.ts';
import { significant } from './numbers.ts';

const units = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s', 'PH/s', 'EH/s', 'ZH/s'] as const;

/**
 * Formats hashes per second with an SI prefix: 6.5e20 is '650 EH/s'. Tiny values of test chains are powers of ten.
 * @param rate H/s
 */
export function hashrate(rate: number): Figure {
  if (!Number.isFinite(rate)) return { value: noFigure, unit: units[0] };
  if (Math.abs(rate) < 1) return { value: difficulty(rate), unit: units[0] };
  let step = 0;
  let rest = rate;
  while (Math.abs(rest) >= 999.5 && step < units.length - 1) {
    rest /= 1000;
    step++;
  }
  return { value: significant(rest, 3), unit: units[step] ?? units[0] };
}
