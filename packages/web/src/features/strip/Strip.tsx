import type { BlockExt, MempoolBlock } from '@glassblock/contract';
import { memo, use, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { type Mark, useMark } from '../../context/mark.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { NonceContext, usePlace } from '../../context/site-context.ts';
import type { Preferences } from '../../data/preferences.ts';
import { bytes, count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import { useDrag } from '../../ui/hooks/use-drag.ts';
import { BitcoinIcon, SizeIcon, SwapIcon, TipIcon } from '../../ui/icons.tsx';
import { Age, Ahead, Amount, BlockFeeRate, FeeRateRange, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { blockVsize, expectedAt, fullness, hasDecreasingTime, stackSize } from '../block/block-facts.ts';
import { MiningPoolBadge } from '../mining/MiningPoolBadge.tsx';
import { Cube, cubeRates } from './Cube.tsx';
import { Pointer } from './Pointer.tsx';
import { useOlderBlocks } from './use-older-blocks.ts';
import { canAnimate, useSlide } from './use-slide.ts';

/** Inline script that scrolls the divider into view before the first paint; the same as `centre` below. */
const centreNow =
  "(function(){var s=document.getElementById('strip'),d=document.getElementById('divider');if(s&&d)s.scrollLeft=d.offsetLeft+d.offsetWidth/2-s.clientWidth*(s.clientWidth<768?(s.dataset.ltr?.4:.6):.5)})()";

function centre(scroller: HTMLElement, ltr: boolean): void {
  const divider = scroller.querySelector<HTMLElement>('#divider');
  if (!divider) return;
  const share = scroller.clientWidth < 768 ? (ltr ? 0.4 : 0.6) : 0.5;
  scroller.scrollTo({ left: divider.offsetLeft + divider.offsetWidth / 2 - scroller.clientWidth * share });
}

/** Shows projected blocks, the divider, and mined blocks. */
export function Strip() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const scroller = useRef<HTMLDivElement>(null);
  const nonce = use(NonceContext);
  const mempoolBlocks = useLive((state) => state.mempoolBlocks);
  const blocks = useLive((state) => state.blocks);
  const away = useLive((state) => state.connection === 0);
  const mark = useMark();
  const { ltr, blockDisplay } = preferences;
  const older = useOlderBlocks(scroller, blocks, ltr, mark?.kind === 'block' ? mark.height : undefined);
  const { attached, slots } = older;
  const [moved, setMoved] = useState(false);
  const returns = useRef(false);
  useDrag(scroller);
  useSlide(scroller, blocks[0], ltr, `${mempoolBlocks?.length} ${attached} ${blocks.length} ${slots.length}`);

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

  const typedPrefix = blocks.length > 0;
  // again once the first blocks have made the strip longer
  useBrowserLayoutEffect(() => {
    if (scroller.current) centre(scroller.current, ltr);
  }, [ltr, typedPrefix]);

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

  const projected = mempoolBlocks ?? [];
  const soon = projected.length > 0 ? projected : undefined;
  const size = blockDisplay === 'size';
  const left = (
    <ol className="strip-side projected" key="projected" aria-label={text('strip.projected')}>
      {soon
        ? order(
            soon.map((block, index) => ({ block, index })),
            !ltr,
          ).map(({ block, index }) => (
            <Projected
              key={index}
              block={block}
              index={index}
              last={index === soon.length - 1}
              mark={mark}
              size={size}
            />
          ))
        : order([0, 1, 2, 3, 4, 5, 6, 7].slice(0, mempoolBlocks ? 1 : 8), !ltr).map((index) => (
            <Empty
              key={index}
              name={index === 0 && mempoolBlocks !== undefined ? text('strip.next') : undefined}
              known={mempoolBlocks !== undefined}
            />
          ))}
    </ol>
  );
  const turn = (axis: 'X' | 'Y', choice: Partial<Preferences>) => {
    const box = scroller.current;
    const make = () => change(choice);
    if (box === null || !canAnimate()) return make();
    import('./flip.ts').then(({ flip }) => flip(box, axis, make)).catch(make);
  };
  const modeTitle = text(size ? 'strip.showFees' : 'strip.showSizes');
  const timeTitle = text(ltr ? 'strip.newestLeft' : 'strip.newestRight');
  const divide = (
    <div id="divider" key="divider">
      <button
        type="button"
        className="block-display-toggle icon-button js-only"
        title={modeTitle}
        aria-label={modeTitle}
        onClick={() => turn('X', { blockDisplay: size ? 'fees' : 'size' })}
      >
        {size ? <BitcoinIcon /> : <SizeIcon />}
      </button>
      <span className="divider-line" />
      <button
        type="button"
        className="time-toggle icon-button js-only"
        title={timeTitle}
        aria-label={timeTitle}
        onClick={() => turn('Y', { ltr: !ltr })}
      >
        <SwapIcon />
      </button>
    </div>
  );
  const row: readonly (BlockExt | number)[] = attached ? [...blocks, ...slots] : slots;
  const tip = blocks[0]?.height ?? 0;
  const mined = row.map((block, place) => {
    if (typeof block === 'number')
      return <Empty key={block} id={`bitcoin-block-${block}`} name={count(block)} known={false} />;
    const parent = row[place + 1];
    return (
      <Mined
        key={attached && place < blocks.length ? block.id : block.height}
        block={block}
        place={tip - block.height}
        marked={mark?.kind === 'block' && mark.height === block.height}
        parentTime={typeof parent === 'object' ? parent.timestamp : undefined}
        size={size}
      />
    );
  });
  const right = (
    <ol className="strip-side mined" key="mined" aria-label={text('strip.mined')}>
      {order(mined, ltr)}
      {blocks.length === 0 && [0, 1, 2, 3].map((index) => <Empty key={index} name={undefined} known={false} />)}
    </ol>
  );
  const parts = attached ? [left, divide, right] : [right];

  return (
    <nav className={`strip ${ltr ? 'time-ltr' : ''} ${away ? 'away' : ''}`} aria-label={text('strip.label')}>
      <div
        id="strip"
        className="strip-scroller"
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
        <div className="strip-track">{order(parts, ltr)}</div>
      </div>
      {moved && (
        <button type="button" className="strip-reset button" onClick={reset}>
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

const Projected = memo(function Projected(props: {
  block: MempoolBlock;
  index: number;
  last: boolean;
  mark: Mark | undefined;
  /** Show sizes instead of fees. */
  size: boolean;
}) {
  const text = useText();
  const { prefix, pace } = usePlace();
  const da = useLive((state) => state.da);
  const now = useNow();
  const { block, index } = props;
  const stack = props.last ? stackSize(block) : 1;
  const marked =
    props.mark?.kind === 'projected' && (props.mark.index === index || (props.last && props.mark.index > index));
  const share = props.mark?.kind === 'projected' ? props.mark.share : undefined;
  return (
    <li className="strip-item" id={`mempool-block-${index}`} data-marked={marked || undefined}>
      <Link
        className="blockLink"
        to={page.mempoolBlock(prefix, index)}
        draggable={false}
        aria-current={marked ? 'true' : undefined}
      >
        <span className="strip-head">{index === 0 ? text('strip.next') : `+${index + 1}`}</span>
        <Cube full={block.blockVSize / blockVsize} rates={cubeRates(block.feeRange)} className="soon" />
        {marked ? <Pointer {...(share !== undefined && { share })} /> : <span className="pointer" />}
        <strong data-cy={`mempool-block-${index}-fees`}>
          <BlockFeeRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
        </strong>
        <span data-cy={`mempool-block-${index}-fee-span`}>
          <FeeRateRange range={block.feeRange} />
        </span>
        {props.size ? (
          <FigureText figure={bytes(block.blockSize)} />
        ) : (
          <span data-cy={`mempool-block-${index}-total-fees`}>
            <Amount sats={block.totalFees} digits={[2, 3]} />
          </span>
        )}
        <span data-cy={`mempool-block-${index}-transaction-count`}>{text('count.txs', { count: block.nTx })}</span>
        {stack > 1 ? (
          <b data-cy={`mempool-block-${index}-blocks`}>({text('count.blocks', { count: stack })})</b>
        ) : (
          <span className="quiet" data-cy={`mempool-block-${index}-time`}>
            <Ahead time={expectedAt(index, now, da, pace)} />
          </span>
        )}
      </Link>
    </li>
  );
});

/** Maximum number of stale blocks of one height that are drawn behind the block. */
const maxGhosts = 3;

const Mined = memo(function Mined(props: {
  block: BlockExt;
  /** Number of blocks above it. */
  place: number;
  marked: boolean;
  /** Time of the previous block, Unix seconds; undefined when unknown. */
  parentTime: number | undefined;
  size: boolean;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { block, place, marked, parentTime } = props;
  const { extras } = block;
  return (
    <li
      className="strip-item bitcoin-block mined-block"
      id={`bitcoin-block-${block.height}`}
      data-cy={`bitcoin-block-offset-0-index-${place}`}
      data-marked={marked || undefined}
    >
      {extras.orphans.slice(0, maxGhosts).map(({ hash }, ghost) => (
        <Link
          key={hash}
          className={`ghost ghost-${ghost}`}
          to={page.block(prefix, hash)}
          draggable={false}
          title={text('strip.ghost', { hash: `${hash.slice(0, 4)}...${hash.slice(-4)}` })}
          aria-label={text('strip.ghost', { hash: `${hash.slice(0, 4)}...${hash.slice(-4)}` })}
        />
      ))}
      <Link
        className="blockLink"
        to={page.block(prefix, block.id)}
        draggable={false}
        aria-current={marked ? 'true' : undefined}
      >
        <span className="strip-head" data-cy={`bitcoin-block-${place}-height`}>
          {count(block.height)}
        </span>
        <Cube full={fullness(block)} rates={cubeRates(extras.feeRange)} />
        {marked ? <Pointer /> : <span className="pointer" />}
        <strong data-cy={`bitcoin-block-${place}-fees`}>
          <BlockFeeRate medianFee={extras.medianFee} feeRange={extras.feeRange} transactions={block.tx_count - 1} />
        </strong>
        <span data-cy={`bitcoin-block-${place}-fee-span`}>
          <FeeRateRange range={extras.feeRange} />
        </span>
        {props.size ? (
          <FigureText figure={bytes(block.size)} />
        ) : (
          <span data-cy={`bitcoin-block-${place}-total-fees`}>
            <Amount sats={extras.totalFees} digits={[2, 3]} />
          </span>
        )}
        <span data-cy={`bitcoin-block-${place}-transactions`}>{text('count.txs', { count: block.tx_count })}</span>
        <span className="quiet" data-cy={`bitcoin-block-${place}-time`}>
          <Age time={block.timestamp} />
          {parentTime !== undefined && parentTime > block.timestamp && (
            <TimeHint time={block.timestamp} parentTime={parentTime} />
          )}
        </span>
      </Link>
      <MiningPoolBadge block={block} className="badge pool" data-cy={`bitcoin-block-${place}-pool`} />
    </li>
  );
});

/** Explains why a block may have an earlier time than the previous one. */
function TimeHint({ time, parentTime }: { time: number; parentTime: number }) {
  const text = useText();
  const now = useNow();
  if (!hasDecreasingTime({ timestamp: time }, { timestamp: parentTime }, now)) return null;
  return (
    <span className="time-hint" role="img" title={text('strip.timeHint')} aria-label={text('strip.timeHint')}>
      i
    </span>
  );
}

/** Placeholder of a block, with the same size. `known`: the mempool is known to be empty. */
function Empty({ id, name, known }: { id?: string; name: string | undefined; known: boolean }) {
  const text = useText();
  return (
    <li className={`strip-item ${known ? '' : 'waiting'} ${id ? 'mined-block' : ''}`} id={id} aria-hidden={!known}>
      <span className="blockLink">
        <span className="strip-head">{name ?? '\u00a0'}</span>
        <Cube full={0} rates={[]} className="soon" />
        <span className="pointer" />
        {known && <span>{text('count.txs', { count: 0 })}</span>}
      </span>
    </li>
  );
}
