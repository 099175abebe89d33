import type { Acceleration } from '@glassblock/contract';
import { blockVsize } from '../block/block-facts.ts';

/** Windows of the statistics, as the API names them. */
export const statsWindows = ['24h', '3d', '1w', '1m', 'all'] as const;
/** One window of the statistics. */
export type StatsWindow = (typeof statsWindows)[number];

/** Expected blocks of a window at ten minutes each; undefined for all time. */
const blocksOf: Readonly<Record<StatsWindow, number | undefined>> = {
  '24h': 144,
  '3d': 432,
  '1w': 1_008,
  '1m': 4_320,
  all: undefined,
};

/** Returns the window named in the URL; default one week. */
export const statsWindowOf = (wanted: string | null): StatsWindow =>
  statsWindows.find((window) => window === wanted?.toLowerCase()) ?? '1w';

/**
 * Returns a size as a percentage of the space of all blocks of a window; undefined for all time.
 * @param vsize vB
 */
export function shareOfBlocks(vsize: number, window: StatsWindow): number | undefined {
  const blocks = blocksOf[window];
  return blocks === undefined ? undefined : (100 * vsize) / (blocks * blockVsize);
}

/** Returns the number of pending accelerations, their mean highest bid in sats (0 for none) and their size in vB. */
export function activeSums(list: readonly Acceleration[]): { count: number; meanBid: number; vsize: number } {
  const count = list.length;
  const bids = list.reduce((sum, { feeDelta }) => sum + feeDelta, 0);
  return {
    count,
    meanBid: count === 0 ? 0 : Math.round(bids / count),
    vsize: list.reduce((sum, { effectiveVsize }) => sum + effectiveVsize, 0),
  };
}
