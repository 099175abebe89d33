import type { CompressedTx } from '@glassblock/contract';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../context/preferences.tsx';
import type { PictureFilter } from '../filter/filter.ts';
import { canvasRenderer } from '../render/canvas-renderer.ts';
import type { Layout } from '../render/layout.ts';
import { type PictureMark, painter } from '../render/paint.ts';
import { createPlayer, type PaintMaker, type Player, type Stage } from '../render/player.ts';
import { webglRenderer } from '../render/webgl-renderer.ts';

/** At most one batch of changes a second. */
const batchMs = 1000;

const stage: Stage = {
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  read: (property) => getComputedStyle(document.documentElement).getPropertyValue(property),
};

/** Makes a player for the canvas; a canvas that lost its context, or never had one, gets the plain renderer. */
function start(canvas: HTMLCanvasElement): Player | undefined {
  const webgl = webglRenderer(canvas);
  const renderer = webgl ?? canvasRenderer(canvas);
  return renderer && createPlayer(renderer, stage, webgl !== undefined);
}

/** Content of the picture. */
interface Shown {
  txs: ReadonlyMap<string, CompressedTx>;
  filter: PictureFilter;
  marks: ReadonlyMap<string, PictureMark> | undefined;
  /** Id of the transaction to highlight. */
  highlighted: string | undefined;
}

/**
 * Plays a block on a canvas, and follows its size, its transactions and the theme.
 * @returns the layout, undefined until it is shown; `isUnsupported`: the browser draws on no canvas
 */
export function usePlayer(
  canvas: RefObject<HTMLCanvasElement | null>,
  { txs, filter, marks, highlighted }: Shown,
): { layout: Layout | undefined; isUnsupported: boolean } {
  const { theme } = usePreferences().preferences;
  const player = useRef<Player>(undefined);
  const [layout, setLayout] = useState<Layout>();
  const lastShown = useRef(0);
  const [attempt, setAttempt] = useState(0);
  const [isUnsupported, setUnsupported] = useState(false);
  const paint = useMemo<PaintMaker>(
    () => (palette) => painter(palette, txs, filter, Date.now() / 1000, marks),
    [txs, filter, marks],
  );
  const latest = useRef(paint);
  latest.current = paint;

  useEffect(() => {
    const element = canvas.current;
    if (!element || attempt < 0) return;
    player.current = start(element);
    lastShown.current = 0;
    if (player.current === undefined) return setUnsupported(true);
    const size = () =>
      player.current?.refresh(Math.max(1, Math.round(element.clientWidth * Math.min(2, devicePixelRatio))));
    size();
    const observer = new ResizeObserver(size);
    observer.observe(element);
    const lost = (event: Event) => event.preventDefault();
    const restored = () => setAttempt((before) => before + 1);
    element.addEventListener('webglcontextlost', lost);
    element.addEventListener('webglcontextrestored', restored);
    return () => {
      observer.disconnect();
      element.removeEventListener('webglcontextlost', lost);
      element.removeEventListener('webglcontextrestored', restored);
      player.current?.end();
      player.current = undefined;
    };
  }, [canvas, attempt]);

  useEffect(() => {
    const show = () => {
      lastShown.current = performance.now();
      const squares = Array.from(txs.values(), ([txid, , vsize, , rate]) => ({ txid, vsize, rate }));
      setLayout(player.current?.show(squares, latest.current));
    };
    if (attempt < 0) return;
    const wait = Math.max(0, lastShown.current + batchMs - performance.now());
    if (lastShown.current === 0) return show();
    // Not in the task in which the rest of the page renders the change.
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [txs, attempt]);

  // Other colours are shown at once; other transactions by the batch above, in their colours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `paint` also changes with the transactions
  useEffect(() => player.current?.repaint(latest.current), [filter, marks]);

  useEffect(() => {
    const element = canvas.current;
    // A new theme's stylesheet may still be on its way.
    const timers = [60, 400].map((ms) =>
      setTimeout(() => theme !== null && element && player.current?.refresh(element.width), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [theme, canvas]);

  useEffect(() => player.current?.highlight(highlighted), [highlighted]);
  return { layout, isUnsupported };
}
