import { significant } from './numbers.ts';

const scales = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/** A number brought below 1000 and the letter of its scale. @param withBillions  B stands where G would */
export function scaledNumber(value: number, withBillions = false): { value: number; scale: string } {
  let step = 0;
  let rest = value;
  while (rest >= 1000 && step < scales.length - 1) {
    rest /= 1000;
    step++;
  }
  const scale = scales[step] ?? '';
  return { value: rest, scale: withBillions && scale === 'G' ? 'B' : scale };
}

/**
 * 1234567 -> '1.23M': three digits that count. What is not a whole number from zero up is given back as it is, so that a
 * caller's mistake shows.
 */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value) || value < 0 || !Number.isInteger(value)) return String(value);
  if (value < 1000) return String(value);
  const { value: rest, scale } = scaledNumber(value);
  return `${significant(rest, 3)}${scale}`;
}
