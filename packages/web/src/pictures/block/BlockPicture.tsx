import type { CompressedTx } from '@glassblock/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { page } from '../../url.ts';
import type { PictureFilter } from '../filter/filter.ts';
import { useSearched } from '../filter/searched.ts';
import { canvasRenderer } from '../render/canvas-renderer.ts';
import { type Layout, type Square, squareAt, squareBeside } from '../render/layout.ts';
import { type PictureMark, painter } from '../render/paint.ts';
import { createPlayer, type PaintMaker, type Player, type Stage } from '../render/player.ts';
import { webglRenderer } from '../render/webgl-renderer.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { PictureTip } from './PictureTip.tsx';

/** Minimum interval between updates, ms. */
const batchMs = 1000;
/** Minimum side of the outline around a searched transaction, px: it must be visible among thousands. */
const minOutline = 14;

const stage: Stage = {
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  read: (property) => getComputedStyle(document.documentElement).getPropertyValue(property),
};

/** Creates a player for the canvas; without a WebGL context it uses the 2D renderer. */
function start(canvas: HTMLCanvasElement): Player | undefined {
  const webgl = webglRenderer(canvas);
  const renderer = webgl ?? canvasRenderer(canvas);
  return renderer && createPlayer(renderer, stage, webgl !== undefined);
}

/** Transactions of a block and how they are shown. */
export interface BlockPictureProps {
  txs: ReadonlyMap<string, CompressedTx>;
  filter: PictureFilter;
  /** Result of a comparison with another block, by txid. */
  marks?: ReadonlyMap<string, PictureMark>;
  /** Transaction under the pointer in the adjacent picture. */
  mirrored?: string | undefined;
  onHover?(txid: string | undefined): void;
}

/** Shows a block as squares, with a tooltip for pointer, touch and keyboard. */
export function BlockPicture({ txs, filter, marks, mirrored, onHover }: BlockPictureProps) {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const { theme } = usePreferences().preferences;
  const searched = useSearched();
  const canvas = useRef<HTMLCanvasElement>(null);
  const outline = useRef<HTMLSpanElement>(null);
  const player = useRef<Player>(undefined);
  const [layout, setLayout] = useState<Layout>();
  const lastShown = useRef(0);
  const [chosen, setChosen] = useState<{ square: Square; pinned: boolean } | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [unsupported, setUnsupported] = useState(false);
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
  }, [attempt]);

  useEffect(() => {
    const show = () => {
      lastShown.current = performance.now();
      const squares = Array.from(txs.values(), ([txid, , vsize, , rate]) => ({ txid, vsize, rate }));
      setLayout(player.current?.show(squares, latest.current));
    };
    if (attempt < 0) return;
    const wait = Math.max(0, lastShown.current + batchMs - performance.now());
    if (lastShown.current === 0) return show();
    // not in the task in which the rest of the page handles the update
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [txs, attempt]);

  // Other colours are shown at once; other transactions by the batch above, in their colours.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `paint` also changes with the transactions
  useEffect(() => player.current?.repaint(latest.current), [filter, marks]);

  useEffect(() => {
    const element = canvas.current;
    // the style sheet of a new theme may still be loading
    const timers = [60, 400].map((ms) =>
      setTimeout(() => theme !== null && element && player.current?.refresh(element.width), ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [theme]);

  const shown = chosen?.square.txid ?? mirrored;
  useEffect(() => player.current?.highlight(shown), [shown]);

  const sought = searched === undefined ? undefined : layout?.squares.get(searched);
  useEffect(() => {
    const element = outline.current;
    const frame = element?.parentElement;
    if (!element || !frame || !sought || !layout) return;
    const unit = frame.clientWidth / layout.rows;
    const side = Math.max(minOutline, sought.side * unit + 4);
    element.style.inlineSize = `${side}px`;
    element.style.blockSize = `${side}px`;
    element.style.left = `${(sought.column + sought.side / 2) * unit - side / 2}px`;
    element.style.bottom = `${(sought.row + sought.side / 2) * unit - side / 2}px`;
  }, [sought, layout]);

  const at = (event: React.PointerEvent | React.MouseEvent): Square | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return layout && squareAt(layout, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const choose = (square: Square | undefined, pinned: boolean) => {
    setChosen(square && { square, pinned });
    onHover?.(square?.txid);
  };
  // the router knows the base path; the browser does not
  const home = useHref('/').replace(/\/$/, '');
  const open = (square: Square, newTab: boolean) => {
    const to = page.tx(prefix, square.txid);
    if (newTab) window.open(home + to, '_blank', 'noopener');
    else void navigate(to);
  };

  if (unsupported) return <PictureFrame sentence={text('picture.unsupported')} />;
  return (
    <div className="picture-frame">
      {/* Navigated with the arrow keys; the table below has a link for each square. */}
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
        onAuxClick={(event) => {
          const square = event.button === 1 ? at(event) : undefined;
          if (square) open(square, true);
        }}
        onClick={(event) => {
          const square = at(event);
          const touch = (event.nativeEvent as PointerEvent).pointerType !== 'mouse';
          if (square && !touch) open(square, event.metaKey || event.ctrlKey);
          else choose(square, true);
        }}
        onBlur={(event) => {
          const next = event.relatedTarget;
          if (!(next instanceof Node && event.currentTarget.parentElement?.contains(next))) choose(undefined, false);
        }}
        onKeyDown={(event) => {
          const { key } = event;
          const first = layout?.squares.values().next().value;
          if (key === 'Escape') choose(undefined, false);
          else if (key === 'Enter' && chosen) open(chosen.square, event.metaKey || event.ctrlKey);
          else if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown') {
            event.preventDefault();
            if (layout && first) choose(chosen ? squareBeside(layout, chosen.square, key) : first, true);
          }
        }}
      />
      {sought && <span ref={outline} className="picture-searched" />}
      {chosen && layout && (
        <PictureTip
          square={layout.squares.get(chosen.square.txid) ?? chosen.square}
          rows={layout.rows}
          tx={txs.get(chosen.square.txid)}
          pinned={chosen.pinned}
          filter={filter}
          mark={marks?.get(chosen.square.txid)}
        />
      )}
    </div>
  );
}
