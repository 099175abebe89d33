/** Recommended fee rates, sat/vB. */
export interface RecommendedFees {
  fastestFee: number;
  halfHourFee: number;
  hourFee: number;
  economyFee: number;
  minimumFee: number;
}

interface FeeBlock {
  blockVSize: number;
  medianFee: number;
}

/**
 * Computes the recommended fee rates from the projected blocks.
 * @param minFeeSatsPerKvb the node's mempoolminfee in whole sats per kvB, so that no binary fraction rounds it up
 * @param form `whole`: steps of 1 sat/vB; `tenths`: of 0.1, for Liquid; `precise`: of 0.001, fastest and half hour
 * slightly above
 */
export function recommendedFees(
  blocks: readonly FeeBlock[],
  minFeeSatsPerKvb: number,
  form: 'whole' | 'tenths' | 'precise',
): RecommendedFees {
  // in thousandths of a sat/vB (sats per kvB), where both steps are integers
  const step = { whole: 1_000, tenths: 100, precise: 1 }[form];
  const ceil = (milli: number) => Math.ceil(Math.round(milli * 1e6) / 1e6 / step) * step;
  const round = (milli: number) => Math.round(milli / step) * step;
  const minimum = Math.max(ceil(minFeeSatsPerKvb), step);

  const tier = (at: number, previous: number | undefined): number => {
    const block = blocks[at];
    if (block === undefined) return minimum;
    const median = block.medianFee * 1_000;
    if (block.blockVSize <= 500_000 || median < minimum) return minimum;
    const mean = previous === undefined ? median : (median + previous) / 2;
    if (block.blockVSize <= 950_000 && blocks[at + 1] === undefined) {
      return Math.max(round((mean * (block.blockVSize - 500_000)) / 500_000), minimum);
    }
    return Math.max(ceil(mean), minimum);
  };

  const first = tier(0, undefined);
  const second = tier(1, first);
  const third = tier(2, second);
  const economy = Math.max(minimum, Math.min(2 * minimum, third));
  const hour = Math.max(third, economy);
  const halfHour = Math.max(second, hour);
  const fastest = Math.max(first, halfHour);
  const precise = form === 'precise';
  const rate = (milli: number) => round(milli) / 1_000;
  return {
    fastestFee: rate(precise ? Math.max(fastest + 500, 1_000) : fastest),
    halfHourFee: rate(precise ? Math.max(halfHour + 250, 500) : halfHour),
    hourFee: rate(hour),
    economyFee: rate(economy),
    minimumFee: rate(minimum),
  };
}
