import type { MempoolTotals } from '../mempool-view.ts';
import type { Mempool } from './mempool.ts';

/** Minimum vB of a bar. */
const binVsize = 50_000;
/** Fee rate and virtual size in one number that sorts by fee rate: steps of 0.0001 sat/vB, 20 bits for the size. */
const rateSteps = 10_000;
const sizeRoom = 2 ** 20;
const maxSteps = 2 ** 33 - 1;

/** Returns counts and sums of the mempool, and its weight by the transactions' own fee rates. */
export function totalsOf(
  mempool: Pick<Mempool, 'size' | 'totalWeight' | 'totalFee'>,
  histogram: [number, number][],
): MempoolTotals {
  return { count: mempool.size, vsize: Math.ceil(mempool.totalWeight / 4), totalFee: mempool.totalFee, histogram };
}

/**
 * Returns bars of `[sat/vB, vB]` from the highest fee rate down: each ends where the fee rate changes once it is full.
 */
export function histogramOf(mempool: Pick<Mempool, 'size' | 'slots' | 'ownRateOf' | 'weightOf'>): [number, number][] {
  const items = new Float64Array(mempool.size);
  let count = 0;
  for (const slot of mempool.slots()) {
    const steps = Math.max(0, Math.min(maxSteps, Math.round(mempool.ownRateOf(slot) * rateSteps)));
    items[count++] = steps * sizeRoom + Math.min(sizeRoom - 1, Math.ceil(mempool.weightOf(slot) / 4));
  }
  items.sort();
  const bars: [number, number][] = [];
  let bar = 0;
  let last = 0;
  for (let i = count - 1; i >= 0; i--) {
    const steps = Math.floor(items[i]! / sizeRoom);
    if (bar > binVsize && last !== steps) {
      bars.push([last / rateSteps, bar]);
      bar = 0;
    }
    bar += items[i]! % sizeRoom;
    last = steps;
  }
  if (bar > 0) bars.push([last / rateSteps, bar]);
  return bars;
}
