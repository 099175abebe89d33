import { useRef } from 'react';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import stripStyles from './strip.module.css';

const slideMs = 200;
/** Previous position of the pointer, px from the start of the strip's track, from which it slides. */
let before: { x: number; at: number } | undefined;
/** A position older than this belongs to another page view. */
const forgetMs = 3_000;

/**
 * Shows the pointer below a marked cube; for a transaction at its position in the block.
 * @param share 0 to 1
 */
export function Pointer({ share = 0.5 }: { share?: number }) {
  const mark = useRef<SVGPathElement>(null);
  const x = 2 + 92 * Math.min(1, Math.max(0, share));
  useBrowserLayoutEffect(() => {
    const track = mark.current?.closest('[data-part~=strip-track]');
    if (!mark.current || !track) return;
    const now = performance.now();
    const place = mark.current.getBoundingClientRect().left - track.getBoundingClientRect().left;
    const from = before && now - before.at < forgetMs ? before.x : place;
    before = { x: place, at: now };
    const still = document.visibilityState !== 'visible' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || Math.abs(from - place) < 1) return;
    mark.current.animate([{ transform: `translateX(${from - place}px)` }, { transform: 'none' }], {
      duration: slideMs,
      easing: 'ease-out',
    });
  });
  useBrowserLayoutEffect(
    () => () => {
      if (before) before.at = performance.now();
    },
    [],
  );
  return (
    <svg viewBox="0 0 116 10" className={stripStyles.pointer} data-part="pointer" aria-hidden="true" focusable="false">
      <path ref={mark} d={`M${x} 0l6 9h-12z`} />
    </svg>
  );
}
