import { type RefObject, useEffect, useRef } from 'react';
import type { Mark } from '../../context/view-store.ts';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import type { StripWindow } from './strip-window.ts';

/** Inline script that scrolls the divider into view before the first paint; the same as `centre` below. */
export const centreNow =
  "(function(){var s=document.getElementById('strip'),d=document.getElementById('divider');if(s&&d)s.scrollLeft=d.offsetLeft+d.offsetWidth/2-s.clientWidth*(s.clientWidth<768?(s.dataset.ltr?.4:.6):.5)})()";

function centre(scroller: HTMLElement, ltr: boolean): void {
  const divider = scroller.querySelector<HTMLElement>('#divider');
  if (!divider) return;
  const share = scroller.clientWidth < 768 ? (ltr ? 0.4 : 0.6) : 0.5;
  scroller.scrollTo({ left: divider.offsetLeft + divider.offsetWidth / 2 - scroller.clientWidth * share });
}

/**
 * Scrolls the strip: to the divider first and on reset, then to the marked block when it is out of view.
 * @param hasBlocks mined blocks are known
 * @returns scrolls back to the divider
 */
export function useStripScroll(
  scroller: RefObject<HTMLElement | null>,
  older: StripWindow & { reset(): void },
  { ltr, mark, hasBlocks }: { ltr: boolean; mark: Mark | undefined; hasBlocks: boolean },
): () => void {
  const { attached, slots } = older;
  const returns = useRef(false);
  const reset = () => {
    returns.current = true;
    older.reset();
    if (attached && scroller.current) centre(scroller.current, ltr);
  };
  const latest = useRef(reset);
  latest.current = reset;
  useEffect(() => {
    const listen = () => latest.current();
    window.addEventListener('strip-reset', listen);
    return () => window.removeEventListener('strip-reset', listen);
  }, []);

  // again once the first blocks have made the strip longer
  useBrowserLayoutEffect(() => {
    if (scroller.current) centre(scroller.current, ltr);
  }, [ltr, hasBlocks]);

  const markKey = mark?.kind === 'block' ? `b${mark.height}` : mark ? `m${mark.index}` : undefined;
  const sought = useRef<string>(undefined);
  // before other effects: the next window would keep the scroll position from before
  useBrowserLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (returns.current && attached) {
      returns.current = false;
      sought.current = markKey;
      centre(box, ltr);
    }
    const item = box.querySelector('[data-marked]')?.getBoundingClientRect();
    if (markKey === sought.current || (markKey !== undefined && !item)) return;
    sought.current = markKey;
    const frame = box.getBoundingClientRect();
    if (item && (item.left < frame.left || item.right > frame.right))
      box.scrollLeft += item.left - frame.left - frame.width / 2 + item.width / 2;
  }, [markKey, slots, attached]);
  return reset;
}
