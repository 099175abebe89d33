import type { BlockExt } from '@glassblock/contract';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import { api } from '../../url.ts';
import type { OlderBlocks, StripWindow } from './strip-window.ts';

const nothing: StripWindow = { attached: true, slots: [] };
/** Distance from an end at which the next page is loaded, px. */
const margin = 500;

/**
 * Loads old blocks of the strip, and the code for it, when they are scrolled into view or one of them is marked. The
 * visible blocks do not move while pages are added and removed.
 * @param marked height of the block of the page
 */
export function useOlderBlocks(
  ref: RefObject<HTMLElement | null>,
  live: readonly BlockExt[],
  ltr: boolean,
  marked: number | undefined,
): StripWindow & { reset(): void } {
  const { prefix } = usePlace();
  const [shown, setShown] = useState(nothing);
  /** Undefined in it: the script could not be loaded. */
  const older = useRef<Promise<OlderBlocks | undefined>>(undefined);
  const held = useRef<{ id: string; left: number }>(undefined);
  const newest = useRef(live);
  newest.current = live;

  const open = useCallback((): Promise<OlderBlocks | undefined> => {
    const failed = () => {
      // the next call loads it again
      older.current = undefined;
      return undefined;
    };
    older.current ??= import('./strip-window.ts').then(({ createOlderBlocks }) => {
      const made = createOlderBlocks(
        {
          load: async (top) => {
            const answer = await browserApi().get<BlockExt[]>(api.blocks(prefix, top));
            return answer.ok ? answer.body : undefined;
          },
          later: (ms, run) => {
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
        },
        (window) => {
          held.current = ref.current ? middle(ref.current) : undefined;
          setShown(window);
        },
      );
      made.follow(newest.current);
      return made;
    }, failed);
    return older.current;
  }, [prefix, ref]);

  useEffect(() => void older.current?.then((blocks) => blocks?.follow(live)), [live]);

  const lowest = live.at(-1)?.height;
  useEffect(() => {
    if (marked !== undefined && lowest !== undefined && marked < lowest)
      void open().then((blocks) => blocks?.reveal(marked));
  }, [marked, lowest, open]);

  useEffect(() => {
    const box = ref.current;
    if (!box || lowest === undefined || lowest <= 0) return;
    let busy = false;
    let isOld = false;
    const last = shown.slots.at(-1);
    const atGenesis = (typeof last === 'object' ? last.height : last) === 0;
    /** Returns the end that is near. */
    const near = () => {
      const right = box.scrollWidth - box.clientWidth - box.scrollLeft;
      const [past, future] = ltr ? [box.scrollLeft, right] : [right, box.scrollLeft];
      if (past < margin && !atGenesis) return 'past';
      return future < margin && !shown.attached ? 'future' : undefined;
    };
    const look = () => {
      if (busy || near() === undefined) return;
      busy = true;
      void open().then((blocks) => {
        busy = false;
        const end = isOld ? undefined : near();
        if (end) blocks?.extend(end);
      });
    };
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      isOld = true;
      box.removeEventListener('scroll', look);
    };
    // recreated with each window, so that one page is loaded at a time
  }, [ref, lowest, ltr, open, shown]);

  useBrowserLayoutEffect(() => {
    const box = ref.current;
    const was = held.current;
    held.current = undefined;
    const item = was && document.getElementById(was.id);
    if (box && item) box.scrollLeft += item.getBoundingClientRect().left - was.left;
  }, [ref, shown]);

  return { ...shown, reset: () => void older.current?.then((blocks) => blocks?.reset()) };
}

/** Returns the mined block nearest to the middle of the view, and its position. */
function middle(box: HTMLElement): { id: string; left: number } | undefined {
  const { left, width } = box.getBoundingClientRect();
  let best: { id: string; left: number } | undefined;
  let min = Number.POSITIVE_INFINITY;
  for (const item of box.querySelectorAll('.mined-block')) {
    const at = item.getBoundingClientRect().left;
    const distance = Math.abs(at - left - width / 2);
    if (distance >= min) continue;
    min = distance;
    best = { id: item.id, left: at };
  }
  return best;
}
