import { bandOfRate, rateBands } from '../forecast/rate-bands.ts';
import type { Mempool } from '../memory/mempool.ts';
import { feeBands } from '../samples/sample-bytes.ts';

/** Returns the vB of the projected blocks in each of `feeBands`. */
export function vsizesByFeeBand(mempool: Mempool): number[] {
  const vsizes = feeBands.map(() => 0);
  for (let index = 0; index < mempool.blocks.length; index++) {
    mempool.blockRates(index, (rate, weight) => {
      vsizes[feeBandOf(rate)]! += weight / 4;
    });
  }
  return vsizes;
}

/** Returns the WU of the projected blocks in each of the forecast's fee rate bands. */
export function weightsByRateBand(mempool: Mempool): Float64Array {
  const weights = new Float64Array(rateBands);
  for (let index = 0; index < mempool.blocks.length; index++) {
    mempool.blockRates(index, (rate, weight) => {
      weights[bandOfRate(rate)]! += weight;
    });
  }
  return weights;
}

/** The fee band of a fee rate: the last one whose lower bound it reaches. */
function feeBandOf(rate: number): number {
  let band = feeBands.length - 1;
  while (band > 0 && rate < feeBands[band]!) band--;
  return band;
}
