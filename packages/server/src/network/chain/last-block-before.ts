import type { IndexView } from '@glassblock/index';

/**
 * Returns the height of the last block before a time, by binary search: the median time never decreases. -1 without
 * one.
 */
export async function lastBlockBefore(
  view: Pick<IndexView, 'blocksAt'>,
  tipHeight: number,
  time: number,
): Promise<number> {
  let [low, high] = [0, tipHeight + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await view.blocksAt([middle]);
    if (row!.medianTime < time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
