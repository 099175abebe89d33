import type { CompressedTx } from '@glassblock/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePreferences } from '../components/preferences.tsx';
import { usePlace } from '../components/site-context.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { canvasRenderer } from './canvas-renderer.ts';
import { type Layout, type Square, squareAt, squareBeside } from './layout.ts';
import { PictureTip } from './PictureTip.tsx';
import { createPlayer, type Player, type Stage } from './player.ts';
import { webglRenderer } from './webgl-renderer.ts';

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

/** A projected block as squares: live, with a tooltip by pointer, touch and keyboard. */
export default function BlockPicture({ txs }: { txs: ReadonlyMap<string, CompressedTx> }) {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const { theme } = usePreferences().preferences;
  const canvas = useRef<HTMLCanvasElement>(null);
  const player = useRef<Player>(undefined);
  const layout = useRef<Layout>(undefined);
  const lastShown = useRef(0);
  const [chosen, setChosen] = useState<{ square: Square; pinned: boolean } | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = canvas.current;
    if (!element || attempt < 0) return;
    player.current = start(element);
    lastShown.current = 0;
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
  }, [attempt]);

  useEffect(() => {
    const show = () => {
      lastShown.current = performance.now();
      layout.current = player.current?.show(
        Array.from(txs.values(), ([txid, , vsize, , rate]) => ({ txid, vsize, rate })),
      );
    };
    if (attempt < 0) return;
    const wait = Math.max(0, lastShown.current + batchMs - performance.now());
    if (lastShown.current === 0 || wait === 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [txs, attempt]);

  useEffect(() => {
    const element = canvas.current;
    // A new theme's stylesheet may still be on its way.
    const timers = [60, 400].map((ms) =>
      setTimeout(() => theme !== null && element && player.current?.refresh(element.width), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [theme]);

  useEffect(() => player.current?.highlight(chosen?.square.txid), [chosen]);

  const at = (event: React.PointerEvent | React.MouseEvent): Square | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return (
      layout.current &&
      squareAt(layout.current, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
    );
  };
  const choose = (square: Square | undefined, pinned: boolean) => setChosen(square && { square, pinned });
  const open = (square: Square, newTab: boolean) => {
    const to = page.tx(prefix, square.txid);
    if (newTab) window.open(to, '_blank', 'noopener');
    else void navigate(to);
  };

  return (
    <div className="picture-frame">
      {/* A picture that is walked with arrow keys; each square is a link in the table below it. */}
      <canvas
        ref={canvas}
        className="picture-canvas"
        role="img"
        tabIndex={0}
        aria-label={text('projected.picture', { count: txs.size })}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' && !chosen?.pinned) choose(at(event), false);
        }}
        onPointerLeave={() => {
          if (!chosen?.pinned) choose(undefined, false);
        }}
        onClick={(event) => {
          const square = at(event);
          const touch = (event.nativeEvent as PointerEvent).pointerType !== 'mouse';
          if (square && !touch) open(square, event.metaKey || event.ctrlKey);
          else choose(square, true);
        }}
        onKeyDown={(event) => {
          const { key } = event;
          const first = layout.current?.squares.values().next().value;
          if (key === 'Escape') choose(undefined, false);
          else if (key === 'Enter' && chosen) open(chosen.square, event.metaKey || event.ctrlKey);
          else if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown') {
            event.preventDefault();
            if (layout.current && first)
              choose(chosen ? squareBeside(layout.current, chosen.square, key) : first, true);
          }
        }}
      />
      {chosen && layout.current && (
        <PictureTip
          square={chosen.square}
          rows={layout.current.rows}
          tx={txs.get(chosen.square.txid)}
          pinned={chosen.pinned}
        />
      )}
    </div>
  );
}
