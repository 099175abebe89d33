import type { BlockExt } from '@glassblock/contract';

/**
 * Merges blocks of a mining pool with newer ones, newest first. A block whose height the live chain has with another
 * hash is stale and is left out.
 * @param known blocks of the mining pool, newest first
 * @param live newest blocks of the chain, newest first
 */
export function withNewBlocks(known: readonly BlockExt[], live: readonly BlockExt[], slug: string): BlockExt[] {
  const byHeight = new Map(live.map((block) => [block.height, block]));
  const stored = known.filter(({ id, height }) => (byHeight.get(height)?.id ?? id) === id);
  const top = stored[0]?.height ?? -1;
  return [...live.filter(({ height, extras }) => height > top && extras.pool.slug === slug), ...stored];
}
