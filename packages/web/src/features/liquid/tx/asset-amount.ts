import type { Figure } from '../../../format/amount.ts';

/**
 * Formats an amount of an asset.
 * @param units in its smallest unit; from 2^53 on rounded, as every JSON parser does
 * @param precision decimals, 0 to 8
 */
export function assetAmount(units: number | bigint, precision: number, unit: string): Figure {
  const isNegative = units < 0;
  const digits = String(BigInt(units) * (isNegative ? -1n : 1n)).padStart(precision + 1, '0');
  const at = digits.length - precision;
  const whole = digits.slice(0, at).replace(/\B(?=(\d{3})+$)/g, ',');
  return { value: `${isNegative ? '-' : ''}${whole}${precision === 0 ? '' : `.${digits.slice(at)}`}`, unit };
}
