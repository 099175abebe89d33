import type { BlockExt } from '@glassblock/contract';

/** Limits of loading and caching old blocks. */
export const cacheRules = {
  /** Blocks per request, which starts at a multiple of this. */
  batch: 10,
  /** Maximum number of cached blocks, when more than `queued` of them were not used recently. */
  max: 550,
  queued: 50,
  /** Blocks this close to the tip are not evicted. */
  nearTip: 50,
  debounceMs: 250,
} as const;

/** Platform functions of the cache. */
export interface BlockCachePlatform {
  /** Loads ten blocks downward from a height; undefined on failure. */
  load(top: number): Promise<readonly BlockExt[] | undefined>;
  /** @returns a function that cancels it */
  later(ms: number, run: () => void): () => void;
}

/** Cache of mined blocks by height. */
export interface BlockCache {
  get(height: number): BlockExt | undefined;
  /** Loads missing blocks of these heights, debounced. */
  want(heights: readonly number[]): void;
  /** Adds the newest blocks; when they do not extend the cached chain, its blocks are stale and evicted. */
  follow(newest: readonly BlockExt[]): void;
  readonly size: number;
}

/** @param changed called when blocks were loaded */
export function createBlockCache(platform: BlockCachePlatform, changed: () => void): BlockCache {
  const blocks = new Map<number, BlockExt>();
  /** Heights by last use, least recently used first. */
  const queue = new Set<number>();
  const loading = new Set<number>();
  let tip = -1;
  let generation = 0;
  let cancel = () => {};

  const use = (height: number) => {
    queue.delete(height);
    queue.add(height);
  };
  const put = (block: BlockExt) => {
    blocks.set(block.height, block);
    use(block.height);
  };
  const evict = () => {
    for (const height of [...queue]) {
      if (blocks.size <= cacheRules.max || queue.size <= cacheRules.queued) return;
      if (tip - height < cacheRules.nearTip) continue;
      queue.delete(height);
      blocks.delete(height);
    }
  };
  const load = async (top: number, bottom: number) => {
    const mine = generation;
    for (let height = bottom; height <= top; height++) loading.add(height);
    const batch = await platform.load(top);
    if (mine !== generation) return;
    for (let height = bottom; height <= top; height++) loading.delete(height);
    for (const block of batch ?? []) if (block.height <= top && block.height >= bottom) put(block);
    evict();
    if (batch !== undefined) changed();
  };
  const fetch = (heights: readonly number[]) => {
    for (const height of heights) {
      if (height < 0 || height > tip || loading.has(height)) continue;
      if (blocks.has(height)) {
        use(height);
        continue;
      }
      const top = Math.min(tip, Math.ceil(height / cacheRules.batch) * cacheRules.batch);
      void load(top, Math.max(0, top - cacheRules.batch + 1));
    }
  };

  return {
    get: (height) => blocks.get(height),
    want(heights) {
      cancel();
      const wanted = [...heights];
      cancel = platform.later(cacheRules.debounceMs, () => fetch(wanted));
    },
    follow(newest) {
      const sorted = [...newest].sort((a, b) => b.height - a.height);
      const lowest = sorted.at(-1);
      if (lowest === undefined) return;
      const known = sorted.find(({ height, id }) => (blocks.get(height)?.id ?? id) !== id);
      const below = blocks.get(lowest.height - 1);
      if (known !== undefined || (below !== undefined && below.id !== lowest.previousblockhash)) {
        generation++;
        blocks.clear();
        queue.clear();
        loading.clear();
      }
      tip = sorted[0]?.height ?? tip;
      for (const block of sorted) put(block);
      evict();
    },
    get size() {
      return blocks.size;
    },
  };
}
