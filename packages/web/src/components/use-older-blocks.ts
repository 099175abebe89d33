import type { BlockExt } from '@glassblock/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { browserApi } from '../data/browser-api.ts';
import { api } from '../url.ts';
import { usePlace } from './site-context.ts';

/** Mined blocks below those that are live. */
export interface BlocksPage {
  blocks: readonly BlockExt[];
}

/** Blocks kept in the strip besides the live ones. */
const most = 60;

/** Loads older blocks as the strip is scrolled towards them. A batch that does not come leaves a gap that is tried again. */
export function useOlderBlocks(
  ref: RefObject<HTMLElement | null>,
  live: readonly BlockExt[],
  ltr: boolean,
): BlocksPage {
  const { prefix } = usePlace();
  const [older, setOlder] = useState<readonly BlockExt[]>([]);
  const busy = useRef(false);
  const lowestLive = live.at(-1)?.height;
  const below = older.filter((block) => lowestLive !== undefined && block.height < lowestLive);
  const lowest = below.at(-1)?.height ?? lowestLive;

  useEffect(() => {
    const box = ref.current;
    if (!box || lowest === undefined || lowest <= 0) return;
    const look = async () => {
      const rest = ltr ? box.scrollLeft : box.scrollWidth - box.clientWidth - box.scrollLeft;
      if (busy.current || rest > 500 || below.length >= most) return;
      busy.current = true;
      const answer = await browserApi().get<BlockExt[]>(api.blocks(prefix, lowest - 1));
      busy.current = false;
      if (!answer.ok) return;
      setOlder((before) => [
        ...before,
        ...answer.body.filter((block) => !before.some((known) => known.height === block.height)),
      ]);
    };
    const scroll = () => void look();
    box.addEventListener('scroll', scroll, { passive: true });
    return () => box.removeEventListener('scroll', scroll);
  }, [ref, lowest, ltr, prefix, below.length]);

  return { blocks: below };
}
