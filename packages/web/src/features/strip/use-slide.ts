import { type RefObject, useRef } from 'react';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';

const slideMs = 200;
/** Minimum similarity to the projected block for the animation of a mined block; below it, the block just appears. */
const minSimilarity = 0.5;

/** Returns whether the page is visible and motion is allowed. */
export function canAnimate(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Keeps the scroll position while blocks arrive: the divider stays in place, and a mined block slides across it. When
 * older blocks are in view, they do not move.
 * @param tip newest block; undefined until one is known
 * @param shape changes when the number of cubes changes
 */
export function useSlide(
  scroller: RefObject<HTMLElement | null>,
  tip: { id: string; height: number; extras?: { similarity?: number } } | undefined,
  ltr: boolean,
  shape: string,
): void {
  const before = useRef<{ id: string; height: number; ltr: boolean; divide: number } | undefined>(undefined);
  // measuring the divider forces a layout: only changes that can move it do so
  useBrowserLayoutEffect(() => {
    const box = scroller.current;
    const divider = box?.querySelector<HTMLElement>('#divider');
    if (!box || !divider) {
      before.current = undefined;
      return;
    }
    const was = before.current;
    const divide = divider.offsetLeft;
    before.current = tip && { id: tip.id, height: tip.height, ltr, divide };
    if (was === undefined || tip === undefined || was.ltr !== ltr) return;
    if (divide !== was.divide) box.scrollLeft += divide - was.divide;
    if (tip.height !== was.height + 1) return;
    const side = box.querySelector<HTMLElement>('.mined');
    const newest = side?.querySelector<HTMLElement>(`#bitcoin-block-${tip.height}`);
    if (!side || !newest) return;
    const step = newest.offsetWidth;
    const shown = divide - box.scrollLeft;
    if (shown < 0 || shown > box.clientWidth) {
      if (!ltr) box.scrollLeft += step;
      return;
    }
    if (!canAnimate() || (tip.extras?.similarity ?? 1) <= minSimilarity) return;
    const towards = ltr ? 1 : -1;
    const options = { duration: slideMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
    side.animate([{ transform: `translateX(${towards * step}px)` }, { transform: 'none' }], options);
    newest.animate(
      [
        { transform: `translateX(${towards * divider.offsetWidth}px)`, opacity: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      options,
    );
  }, [scroller, tip, ltr, shape]);
}
