import { significant } from './numbers.ts';

const scales = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/**
 * Scales a number below 1000 with the letter of its scale.
 * @param withBillions uses B instead of G
 */
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

/** Formats 1234567 as '1.23M': three significant digits. Non-integers and negative numbers are returned unchanged. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value) || value < 0 || !Number.isInteger(value)) return String(value);
  if (value < 1000) return String(value);
  const { value: rest, scale } = scaledNumber(value);
  return `${significant(rest, 3)}${scale}`;
}
