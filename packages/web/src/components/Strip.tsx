import type { BlockExt, MempoolBlock } from '@glassblock/contract';
import { memo, use, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { count } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { blockVsize, expectedAt, fullness, stackSize } from './block-facts.ts';
import { Cube, cubeRates } from './Cube.tsx';
import { useNow } from './clock.ts';
import { SwapIcon, TipIcon } from './icons.tsx';
import { useLive } from './live.ts';
import { type Mark, useMark } from './mark.ts';
import { usePreferences } from './preferences.tsx';
import { NonceContext, usePlace } from './site-context.ts';
import { useDrag } from './use-drag.ts';
import { useOlderBlocks } from './use-older-blocks.ts';
import { useSlide } from './use-slide.ts';
import { Age, Ahead, Amount, BlockRate, RateSpan } from './values.tsx';

/** Puts the divide into view before the first paint; the same as `centre` below, for the parser. */
const centreNow =
  "(function(){var s=document.getElementById('strip'),d=document.getElementById('divider');if(s&&d)s.scrollLeft=d.offsetLeft+d.offsetWidth/2-s.clientWidth*(s.clientWidth<768?(s.dataset.ltr?.4:.6):.5)})()";

function centre(scroller: HTMLElement, ltr: boolean): void {
  const divider = scroller.querySelector<HTMLElement>('#divider');
  if (!divider) return;
  const share = scroller.clientWidth < 768 ? (ltr ? 0.4 : 0.6) : 0.5;
  scroller.scrollTo({ left: divider.offsetLeft + divider.offsetWidth / 2 - scroller.clientWidth * share });
}

/** The clock of the site: projected blocks, the divide, and mined blocks. */
export function Strip() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const scroller = useRef<HTMLDivElement>(null);
  const nonce = use(NonceContext);
  const mempoolBlocks = useLive((state) => state.mempoolBlocks);
  const blocks = useLive((state) => state.blocks);
  const older = useOlderBlocks(scroller, blocks, preferences.ltr);
  const mark = useMark();
  const [moved, setMoved] = useState(false);
  useDrag(scroller);
  useSlide(scroller, blocks[0], preferences.ltr);

  const { ltr } = preferences;
  useEffect(() => {
    if (scroller.current) centre(scroller.current, ltr);
  }, [ltr]);

  const markKey = mark?.kind === 'block' ? `b${mark.height}` : mark ? `m${mark.index}` : undefined;
  useEffect(() => {
    if (markKey === undefined || !scroller.current) return;
    const box = scroller.current.getBoundingClientRect();
    const item = scroller.current.querySelector('[data-marked]')?.getBoundingClientRect();
    if (item && (item.left < box.left || item.right > box.right)) {
      scroller.current.scrollBy({ left: item.left - box.left - box.width / 2 + item.width / 2, behavior: 'smooth' });
    }
  }, [markKey]);

  const projected = mempoolBlocks ?? [];
  const soon = projected.length > 0 ? projected : undefined;
  const left = (
    <ol className="strip-side projected" key="projected" aria-label={text('strip.projected')}>
      {soon
        ? order(
            soon.map((block, index) => ({ block, index })),
            !ltr,
          ).map(({ block, index }) => (
            <Projected key={index} block={block} index={index} last={index === soon.length - 1} mark={mark} />
          ))
        : order([0, 1, 2, 3, 4, 5, 6, 7].slice(0, mempoolBlocks ? 1 : 8), !ltr).map((index) => (
            <Empty key={index} index={index} known={mempoolBlocks !== undefined} />
          ))}
    </ol>
  );
  const divide = (
    <div id="divider" key="divider">
      <span className="divider-line" />
      <button
        type="button"
        className="time-toggle icon-button js-only"
        title={ltr ? text('strip.newestLeft') : text('strip.newestRight')}
        aria-label={ltr ? text('strip.newestLeft') : text('strip.newestRight')}
        onClick={() => change({ ltr: !ltr })}
      >
        <SwapIcon />
      </button>
    </div>
  );
  const right = (
    <ol className="strip-side mined" key="mined" aria-label={text('strip.mined')}>
      {order([...blocks, ...older.blocks], ltr).map((block, place) => (
        <Mined
          key={block.id}
          block={block}
          place={ltr ? blocks.length + older.blocks.length - 1 - place : place}
          mark={mark}
        />
      ))}
      {blocks.length === 0 && [0, 1, 2, 3].map((index) => <Empty key={index} index={index} known={false} />)}
    </ol>
  );

  return (
    <nav className={`strip ${ltr ? 'time-ltr' : ''}`} aria-label={text('strip.label')}>
      <div
        id="strip"
        className="strip-scroller"
        ref={scroller}
        data-ltr={ltr || undefined}
        onScroll={(event) => {
          const divider = event.currentTarget.querySelector<HTMLElement>('#divider');
          const at = (divider?.offsetLeft ?? 0) - event.currentTarget.scrollLeft;
          setMoved(at < -40 || at > event.currentTarget.clientWidth + 40);
        }}
      >
        <div className="strip-track">{ltr ? [right, divide, left] : [left, divide, right]}</div>
      </div>
      {moved && (
        <button
          type="button"
          className="strip-reset button"
          onClick={() => {
            if (scroller.current) centre(scroller.current, ltr);
          }}
        >
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

/** The pointer below a marked cube; for a transaction at the place it has inside. */
function Pointer({ share = 0.5 }: { share?: number }) {
  const x = 2 + 92 * Math.min(1, Math.max(0, share));
  return (
    <svg viewBox="0 0 116 10" className="pointer" aria-hidden="true" focusable="false">
      <path d={`M${x} 0l6 9h-12z`} />
    </svg>
  );
}

const Projected = memo(function Projected(props: {
  block: MempoolBlock;
  index: number;
  last: boolean;
  mark: Mark | undefined;
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
          <BlockRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
        </strong>
        <span data-cy={`mempool-block-${index}-fee-span`}>
          <RateSpan range={block.feeRange} />
        </span>
        <span data-cy={`mempool-block-${index}-total-fees`}>
          <Amount sats={block.totalFees} digits={[2, 3]} />
        </span>
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

const Mined = memo(function Mined(props: { block: BlockExt; place: number; mark: Mark | undefined }) {
  const text = useText();
  const { prefix } = usePlace();
  const { block, place } = props;
  const marked = props.mark?.kind === 'block' && props.mark.height === block.height;
  const miner = block.extras.pool.minerNames?.[1] ?? block.extras.pool.name;
  return (
    <li
      className="strip-item bitcoin-block mined-block"
      id={`bitcoin-block-${block.height}`}
      data-cy={`bitcoin-block-offset-0-index-${place}`}
      data-marked={marked || undefined}
    >
      <Link
        className="blockLink"
        to={page.block(prefix, block.id)}
        draggable={false}
        aria-current={marked ? 'true' : undefined}
      >
        <span className="strip-head" data-cy={`bitcoin-block-${place}-height`}>
          {count(block.height)}
        </span>
        <Cube full={fullness(block)} rates={cubeRates(block.extras.feeRange)} />
        {marked ? <Pointer /> : <span className="pointer" />}
        <strong data-cy={`bitcoin-block-${place}-fees`}>
          <BlockRate
            medianFee={block.extras.medianFee}
            feeRange={block.extras.feeRange}
            transactions={block.tx_count - 1}
          />
        </strong>
        <span data-cy={`bitcoin-block-${place}-fee-span`}>
          <RateSpan range={block.extras.feeRange} />
        </span>
        <span data-cy={`bitcoin-block-${place}-total-fees`}>
          <Amount sats={block.extras.totalFees} digits={[2, 3]} />
        </span>
        <span data-cy={`bitcoin-block-${place}-transactions`}>{text('count.txs', { count: block.tx_count })}</span>
        <span className="quiet" data-cy={`bitcoin-block-${place}-time`}>
          <Age time={block.timestamp} />
        </span>
        <span className="pool" data-cy={`bitcoin-block-${place}-pool`}>
          {miner}
        </span>
      </Link>
    </li>
  );
});

/** Stands where a block will be, with the same size. `known`: the pool is known to be empty. */
function Empty({ index, known }: { index: number; known: boolean }) {
  const text = useText();
  return (
    <li className={`strip-item ${known ? '' : 'waiting'}`} aria-hidden={!known}>
      <span className="blockLink">
        <span className="strip-head">{index === 0 && known ? text('strip.next') : '\u00a0'}</span>
        <Cube full={0} rates={[]} className="soon" />
        <span className="pointer" />
        {known && <span>{text('count.txs', { count: 0 })}</span>}
      </span>
    </li>
  );
}
