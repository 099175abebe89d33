import { amount, count, difficulty, type Figure, noFigure, unitPrefix } from '../../format/amount.ts';
import { fiat, isCurrency } from '../../format/fiat.ts';
import { hashrate } from '../../format/hashrate.ts';
import { decimals, significant } from '../../format/numbers.ts';
import { type FeeRateUnit, rate } from '../../format/rate.ts';
import type { SeriesUnit } from './mining-series/mining-series.ts';

/**
 * Formats a value of a mining chart.
 * @param value null: unknown
 */
export function seriesFigure(value: number | null, unit: SeriesUnit, network: string, rateUnit: FeeRateUnit): Figure {
  if (value === null || !Number.isFinite(value)) return { value: noFigure, unit: '' };
  if (unit === 'H/s') return hashrate(value);
  if (unit === 'difficulty') return { value: difficulty(value), unit: '' };
  if (isCurrency(unit)) return fiat(value, unit);
  if (unit === 'sat/vB') return rate(value, rateUnit);
  if (unit === 'BTC') return { value: decimals(value, value >= 1 ? 3 : 5), unit: `${unitPrefix(network)}BTC` };
  if (unit === 'sats') return amount(Math.round(value), 'sats', network);
  if (unit === 'txs') return { value: count(value), unit: '' };
  if (unit === '%') return { value: decimals(value, 2), unit };
  if (value >= 1_000) return { value: count(value), unit };
  // blocks of test networks have some hundred bytes
  return { value: value > 0 && value < 0.01 ? significant(value, 2) : decimals(value, 2), unit };
}

/** Returns the unit for a column title. */
export function unitName(unit: SeriesUnit, network: string): string {
  if (unit === 'difficulty' || unit === 'txs') return '';
  return unit === 'BTC' ? `${unitPrefix(network)}BTC` : unit;
}
