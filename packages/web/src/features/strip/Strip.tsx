import type { BlockExt, MempoolBlock } from '@glassblock/contract';
import { use, useRef, useState } from 'react';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { NonceContext, useSite } from '../../context/site-context.ts';
import { type Mark, useMark } from '../../context/view-store.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { useDrag } from '../../ui/hooks/input/use-drag.ts';
import { TipIcon } from '../../ui/icons.tsx';
import { Divider } from './Divider.tsx';
import { EmptyItem } from './EmptyItem.tsx';
import { MinedItem } from './MinedItem.tsx';
import { ProjectedItem } from './ProjectedItem.tsx';
import stripStyles from './strip.module.css';
import type { StripWindow } from './strip-window.ts';
import { useOlderBlocks } from './use-older-blocks.ts';
import { useSlide } from './use-slide.ts';
import { centreNow, useStripScroll } from './use-strip-scroll.ts';

/** Shows projected blocks, the divider, and mined blocks. */
export function Strip() {
  const text = useText();
  const { ltr, blockDisplay } = usePreferences().preferences;
  const scroller = useRef<HTMLDivElement>(null);
  const nonce = use(NonceContext);
  const mempoolBlocks = useLive((state) => state.mempoolBlocks);
  const blocks = useLive((state) => state.blocks);
  const away = useLive((state) => state.connection === 0);
  const mark = useMark();
  const older = useOlderBlocks(scroller, blocks, ltr, mark?.kind === 'block' ? mark.height : undefined);
  const { attached, slots } = older;
  const [moved, setMoved] = useState(false);
  useDrag(scroller);
  useSlide(scroller, blocks[0], ltr, `${mempoolBlocks?.length} ${attached} ${blocks.length} ${slots.length}`);
  const reset = useStripScroll(scroller, older, { ltr, mark, hasBlocks: blocks.length > 0 });

  const size = blockDisplay === 'size';
  const mined = <MinedSide key="mined" blocks={blocks} window={older} mark={mark} size={size} ltr={ltr} />;
  const parts = attached
    ? [
        <ProjectedSide key="projected" blocks={mempoolBlocks} mark={mark} size={size} ltr={ltr} />,
        <Divider key="divider" scroller={scroller} />,
        mined,
      ]
    : [mined];

  return (
    <nav
      className={`${stripStyles.strip} ${ltr ? `time-ltr ${stripStyles.timeLtr}` : ''}`}
      data-part="strip"
      data-away={away || undefined}
      aria-label={text('strip.label')}
    >
      <div
        id="strip"
        className={stripStyles.stripScroller}
        data-part="strip-scroller"
        ref={scroller}
        data-ltr={ltr || undefined}
        // with old blocks only there may be no link in it yet; the keyboard must still scroll it
        tabIndex={attached ? undefined : 0}
        onScroll={(event) => {
          const divider = event.currentTarget.querySelector<HTMLElement>('#divider');
          const at = (divider?.offsetLeft ?? 0) - event.currentTarget.scrollLeft;
          setMoved(!divider || at < -40 || at > event.currentTarget.clientWidth + 40);
        }}
      >
        <div className={stripStyles.stripTrack} data-part="strip-track">
          {order(parts, ltr)}
        </div>
      </div>
      {moved && (
        <button type="button" className={`${stripStyles.stripReset} button`} data-part="strip-reset" onClick={reset}>
          <TipIcon /> {text('strip.reset')}
        </button>
      )}
      <script nonce={nonce} suppressHydrationWarning>
        {centreNow}
      </script>
    </nav>
  );
}

const order = <T,>(items: readonly T[], reversed: boolean): readonly T[] => (reversed ? [...items].reverse() : items);

interface SideProps {
  mark: Mark | undefined;
  /** Show sizes instead of fees. */
  size: boolean;
  ltr: boolean;
}

/** Placeholders while projected blocks are unknown. */
const placeholders = [0, 1, 2, 3, 4, 5, 6, 7];

/** Shows the projected blocks; undefined: not known yet. */
function ProjectedSide({ blocks, mark, size, ltr }: SideProps & { blocks: readonly MempoolBlock[] | undefined }) {
  const text = useText();
  const { mempoolBlocks: maxBlocks } = useSite();
  const shown = blocks?.slice(0, maxBlocks) ?? [];
  const items =
    shown.length > 0
      ? shown.map((block, index) => (
          <ProjectedItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a projected block is identified by its index
            key={index}
            block={block}
            index={index}
            last={index === shown.length - 1}
            mark={mark}
            size={size}
          />
        ))
      : placeholders
          .slice(0, blocks ? 1 : maxBlocks)
          .map((index) => (
            <EmptyItem
              key={index}
              name={index === 0 && blocks !== undefined ? text('strip.next') : undefined}
              known={blocks !== undefined}
            />
          ));
  return (
    <ol
      className={`${stripStyles.stripSide} ${stripStyles.projected}`}
      data-part="strip-side"
      aria-label={text('strip.projected')}
    >
      {order(items, !ltr)}
    </ol>
  );
}

/** Shows the newest mined blocks and the window of older ones. */
function MinedSide(props: SideProps & { blocks: readonly BlockExt[]; window: StripWindow }) {
  const text = useText();
  const { blocks, mark, size, ltr } = props;
  const { attached, slots } = props.window;
  const row: readonly (BlockExt | number)[] = attached ? [...blocks, ...slots] : slots;
  const tip = blocks[0]?.height ?? 0;
  const items = row.map((block, place) => {
    const height = typeof block === 'number' ? block : block.height;
    const marked = mark?.kind === 'block' && mark.height === height;
    if (typeof block === 'number') {
      const id = `bitcoin-block-${block}`;
      return <EmptyItem key={block} id={id} name={count(block)} known={false} marked={marked} />;
    }
    const parent = row[place + 1];
    return (
      <MinedItem
        key={attached && place < blocks.length ? block.id : block.height}
        block={block}
        place={tip - block.height}
        marked={marked}
        parentTime={typeof parent === 'object' ? parent.timestamp : undefined}
        size={size}
      />
    );
  });
  return (
    <ol className={`${stripStyles.stripSide} mined`} data-part="strip-side" aria-label={text('strip.mined')}>
      {order(items, ltr)}
      {blocks.length === 0 && [0, 1, 2, 3].map((index) => <EmptyItem key={index} name={undefined} known={false} />)}
    </ol>
  );
}
