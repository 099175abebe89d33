import type { CompressedTx } from '@glassblock/contract';
import type { ChartPlan } from '../../charts/plan.ts';

/** A point of the curve: percent of the block's weight with this fee rate or a lower one, and the fee rate, sat/vB. */
export type CurvePoint = readonly [percent: number, rate: number];

/** Returns the fee rate along a block, lowest first, at each percent of its weight; empty for an empty block. */
export function feeCurve(txs: Iterable<CompressedTx>): CurvePoint[] {
  const sorted = [...txs].filter((tx) => tx[2] > 0).sort((a, b) => a[4] - b[4]);
  const total = sorted.reduce((sum, tx) => sum + tx[2], 0);
  if (total === 0) return [];
  const points: CurvePoint[] = [];
  let passed = 0;
  let place = 0;
  for (let percent = 0; percent <= 100; percent++) {
    const at = (total * percent) / 100;
    while (place < sorted.length - 1 && passed + (sorted[place]?.[2] ?? 0) < at) passed += sorted[place++]?.[2] ?? 0;
    points.push([percent, sorted[place]?.[4] ?? 0]);
  }
  return points;
}

/**
 * Returns the curve of a block whose transactions are not known, from its fee range.
 * @param feeRange ascending, sat/vB
 */
export const coarseCurve = (feeRange: readonly number[]): CurvePoint[] =>
  feeRange.length < 2 ? [] : feeRange.map((rate, place) => [(100 * place) / (feeRange.length - 1), rate]);

/** Minimum of the logarithmic axis, which has no zero, sat/vB. */
const minRate = 0.01;

/**
 * Returns the chart of a curve.
 * @param name of the line
 */
export const feeCurvePlan = (points: readonly CurvePoint[], name: string): ChartPlan => ({
  along: 'percent',
  left: { words: (rate) => rate.toLocaleString('en', { maximumSignificantDigits: 4 }), isLog: true },
  lines: [
    {
      name,
      points: points.map(([percent, rate]) => [percent, Math.max(minRate, rate)]),
      colour: '--accent',
      width: 2,
      fill: 0.14,
    },
  ],
});

/**
 * Returns the point nearest to a position, in percent of the weight; the middle one without a position.
 * @param points at least one
 */
export function curvePointAt(points: readonly CurvePoint[], position = 50): CurvePoint {
  const wanted = Math.min(100, Math.max(0, position));
  return points.reduce((best, point) => (Math.abs(point[0] - wanted) < Math.abs(best[0] - wanted) ? point : best));
}
