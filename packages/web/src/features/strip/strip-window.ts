import type { BlockExt } from '@glassblock/contract';
import { type BlockCachePlatform, cacheRules, createBlockCache } from './block-cache.ts';

/** Old blocks that are in the document. */
export interface StripWindow {
  /** The window starts right below the newest blocks, which are in the document too, with all projected blocks. */
  attached: boolean;
  /** Downward; only the height where the block is not loaded yet. */
  slots: readonly (BlockExt | number)[];
}

/** Blocks per page, and number of pages in the document, including the tip. */
const pageBlocks = cacheRules.batch;
const pages = 3;

/** Moves a window of old blocks down to genesis and back. */
export interface OlderBlocks {
  /** Sets the newest blocks, newest first. */
  follow(newest: readonly BlockExt[]): void;
  /** Adds a page and removes those beyond the limit at the other end. */
  extend(towards: 'past' | 'future'): void;
  /** Moves the window to a height. */
  reveal(height: number): void;
  /** Returns to the tip, without old blocks. */
  reset(): void;
}

/** @param show called when the window changes */
export function createOlderBlocks(platform: BlockCachePlatform, show: (window: StripWindow) => void): OlderBlocks {
  /** Highest height below the newest blocks; the window is `top` down to `bottom`, empty while bottom > top. */
  let highest = -1;
  let top = -1;
  let bottom = 0;
  let attached = true;

  const heights = (from: number, to: number) =>
    Array.from({ length: Math.max(0, from - to + 1) }, (_, place) => from - place);
  const report = () => show({ attached, slots: heights(top, bottom).map((height) => cache.get(height) ?? height) });
  const cache = createBlockCache(platform, report);
  const move = () => {
    cache.want(heights(Math.min(highest, top + pageBlocks), Math.max(0, bottom - pageBlocks)));
    report();
  };

  return {
    follow(newest) {
      const lowest = newest.at(-1);
      if (lowest === undefined) return;
      cache.follow(newest);
      const isEmpty = bottom > top;
      highest = lowest.height - 1;
      if (attached) {
        top = highest;
        if (isEmpty) bottom = top + 1;
      } else top = Math.min(top, highest);
      if (!isEmpty) move();
    },
    extend(towards) {
      if (towards === 'past') {
        if (bottom <= 0) return;
        bottom = Math.max(0, bottom - pageBlocks);
        if (attached && top - bottom + 1 > (pages - 1) * pageBlocks) attached = false;
        if (!attached) top = Math.min(top, bottom + pages * pageBlocks - 1);
      } else {
        if (attached) return;
        top = Math.min(highest, top + pageBlocks);
        attached = top === highest;
        bottom = Math.max(bottom, top - (attached ? pages - 1 : pages) * pageBlocks + 1);
      }
      move();
    },
    reveal(height) {
      if (height < 0 || height > highest || (height <= top && height >= bottom)) return;
      attached = height > highest - pageBlocks;
      top = attached ? highest : Math.min(highest, height + 1.5 * pageBlocks);
      bottom = Math.max(0, top - (attached ? pages - 1 : pages) * pageBlocks + 1);
      move();
    },
    reset() {
      attached = true;
      top = highest;
      bottom = top + 1;
      report();
    },
  };
}
