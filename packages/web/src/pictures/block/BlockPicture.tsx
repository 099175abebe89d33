import type { CompressedTx } from '@glassblock/contract';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useSearchedTxid } from '../../context/view-store.ts';
import { useText } from '../../messages/use-text.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';
import type { PictureFilter } from '../filter/filter.ts';
import { type Layout, type Square, squareAt, squareBeside } from '../render/layout.ts';
import type { PictureMark } from '../render/paint.ts';
import { PictureFrame } from './PictureFrame.tsx';
import pictureStyles from './picture.module.css';
import { usePlayer } from './use-player.ts';

const PictureTip = lazyComponent(() => import('./PictureTip.tsx'));

/** Minimum side of the outline around a searched transaction, px: it must be visible among thousands. */
const minOutline = 14;

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
  const searched = useSearchedTxid();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, setChosen] = useState<{ square: Square; pinned: boolean } | undefined>(undefined);
  const highlighted = chosen?.square.txid ?? mirrored;
  const { layout, isUnsupported } = usePlayer(canvas, { txs, filter, marks, highlighted });
  const sought = searched === undefined ? undefined : layout?.squares.get(searched);

  const at = (event: React.PointerEvent | React.MouseEvent): Square | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return layout && squareAt(layout, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const choose = (square: Square | undefined, pinned: boolean) => {
    setChosen(square && { square, pinned });
    onHover?.(square?.txid);
  };
  // the path lacks the base path, which the router adds
  const home = useHref('/').replace(/\/$/, '');
  const open = (square: Square, newTab: boolean) => {
    const to = page.tx(prefix, square.txid);
    if (newTab) window.open(home + to, '_blank', 'noopener');
    else void navigate(to);
  };

  if (isUnsupported) return <PictureFrame sentence={text('picture.unsupported')} />;
  return (
    <div className={pictureStyles.pictureFrame} data-part="picture-frame">
      {/* Navigated with the arrow keys; the table below has a link for each square. */}
      <canvas
        ref={canvas}
        className={pictureStyles.pictureCanvas}
        data-part="picture-canvas"
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
      {sought && layout && <Outline square={sought} layout={layout} />}
      {chosen && layout && (
        <Suspense fallback={null}>
          <PictureTip
            square={layout.squares.get(chosen.square.txid) ?? chosen.square}
            rows={layout.rows}
            tx={txs.get(chosen.square.txid)}
            pinned={chosen.pinned}
            filter={filter}
            mark={marks?.get(chosen.square.txid)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Outlines the searched transaction. */
function Outline({ square, layout }: { square: Square; layout: Layout }) {
  const outline = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = outline.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const unit = frame.clientWidth / layout.rows;
    const side = Math.max(minOutline, square.side * unit + 4);
    element.style.inlineSize = `${side}px`;
    element.style.blockSize = `${side}px`;
    element.style.left = `${(square.column + square.side / 2) * unit - side / 2}px`;
    element.style.bottom = `${(square.row + square.side / 2) * unit - side / 2}px`;
  }, [square, layout]);
  return <span ref={outline} className={pictureStyles.pictureSearched} data-part="picture-searched" />;
}
