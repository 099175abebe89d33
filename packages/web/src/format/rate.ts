import { count, type Figure, noFigure } from './amount.ts';
import { decimals } from './numbers.ts';

/** Fee rates by virtual size or by weight. */
export type FeeRateUnit = 'vb' | 'wu';

/** Decimals of a fee rate: none from 100, one from 10, two below. */
function decimalsOf(rate: number): number {
  if (rate >= 100) return 0;
  return rate < 10 ? 2 : 1;
}

/**
 * Formats a fee rate in the visitor's unit.
 * @param satsPerVbyte sat/vB
 * @param max decimals; by size when absent
 */
export function rate(satsPerVbyte: number, unit: FeeRateUnit = 'vb', max?: number): Figure {
  const name = unit === 'wu' ? 'sat/WU' : 'sat/vB';
  if (!Number.isFinite(satsPerVbyte)) return { value: noFigure, unit: name };
  const value = unit === 'wu' ? satsPerVbyte / 4 : satsPerVbyte;
  return { value: decimals(value, max ?? decimalsOf(value), 0), unit: name };
}

/** Formats fee rates of cards: integers, but one digit below ten and two below one, so that 0.14 is not 0. */
export function cardFeeRate(satsPerVbyte: number, unit: FeeRateUnit = 'vb'): Figure {
  const value = unit === 'wu' ? satsPerVbyte / 4 : satsPerVbyte;
  return rate(satsPerVbyte, unit, value >= 10 ? 0 : value >= 1 ? 1 : 2);
}

/**
 * Returns the fee rate of a transaction, sat/vB; undefined for a coinbase and for weight 0.
 * @param weight WU
 */
export function feeRate(fee: number, weight: number): number | undefined {
  return weight > 0 && fee > 0 ? fee / (weight / 4) : undefined;
}

/** Formats inflow: vB/s, or WU/s at four times the number. */
export function flow(vbytesPerSecond: number, unit: FeeRateUnit): Figure {
  if (!Number.isFinite(vbytesPerSecond)) return { value: noFigure, unit: unit === 'wu' ? 'WU/s' : 'vB/s' };
  const value = Math.round(vbytesPerSecond * (unit === 'wu' ? 4 : 1));
  return { value: count(value), unit: unit === 'wu' ? 'WU/s' : 'vB/s' };
}

/** Capacity of ten-minute blocks, vB/s. */
export const fullFlow = 1667;
/** Steps of the inflow colour, vB/s. */
export const flowSteps = [1667, 2000, 2500, 3000, 3500] as const;

/**
 * Returns 0 while blocks keep up, then 1 to 5.
 * @param vbytesPerSecond vB/s in any display unit
 * @param capacity of blocks, vB/s
 */
export const flowStep = (vbytesPerSecond: number, capacity: number = fullFlow): number =>
  flowSteps.filter((from) => vbytesPerSecond * fullFlow > from * capacity).length;

/** Number of colour steps of the fee ramp, `--fee-0` .. `--fee-9`. */
export const feeSteps = 10;
const stepStarts = [0, 1, 2, 4, 8, 15, 30, 60, 120, 300] as const;

/** Returns the step of the fee ramp for a fee rate in sat/vB: logarithmic, 0 low to 9 high. */
export function feeStep(satsPerVbyte: number): number {
  let step = 0;
  while (step < feeSteps - 1 && satsPerVbyte >= (stepStarts[step + 1] ?? Number.POSITIVE_INFINITY)) step++;
  return step;
}
