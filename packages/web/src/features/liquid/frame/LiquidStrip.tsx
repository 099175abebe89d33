import type { MempoolBlock } from '@glassblock/contract';
import type { LiquidBlock } from '@glassblock/contract/liquid';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../context/clock.ts';
import { useLive } from '../../../context/live.ts';
import { bytes, count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { useDrag } from '../../../ui/hooks/input/use-drag.ts';
import { Age, Ahead, BlockFeeRate, FeeRateText, FigureText } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { Cube, cubeRates } from '../../strip/Cube.tsx';
import cubeStyles from '../../strip/cube.module.css';
import { Pointer } from '../../strip/Pointer.tsx';
import stripStyles from '../../strip/strip.module.css';
import { useLiquidBlocks } from '../liquid-live.ts';
import styles from './liquid-frame.module.css';

/** Maximum weight of a block, WU. */
const maxWeight = 4_000_000;
/** Virtual bytes of the next block. */
const blockVbytes = maxWeight / 4;
/** Interval between blocks, ms. */
const spacingMs = 60_000;
/** Blocks of the mempool that are shown; on phones only the next one. */
const maxProjected = 3;
const none: readonly MempoolBlock[] = [];

/** Shows the projected blocks and the newest blocks. */
export function LiquidStrip(props: {
  /** Height of the marked block. */
  height?: number | undefined;
  /** Index of the marked projected block. */
  projectedIndex?: number | undefined;
}) {
  const { height, projectedIndex } = props;
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const blocks = useLiquidBlocks();
  const known = useLive((state) => state.mempoolBlocks) ?? none;
  const projected = known.length === 0 ? [undefined] : known.slice(0, maxProjected);
  const isAway = useLive((state) => state.connection === 0);
  useDrag(scroller);
  return (
    <nav
      className={stripStyles.strip}
      data-part="strip"
      data-away={isAway || undefined}
      aria-label={text('strip.label')}
    >
      <div id="strip" className={stripStyles.stripScroller} data-part="strip-scroller" ref={scroller}>
        <div className={`${stripStyles.stripTrack} ${styles.track}`} data-part="strip-track">
          <ol
            className={`${stripStyles.stripSide} ${stripStyles.projected} ${styles.next}`}
            data-part="strip-side"
            data-count={projected.length}
            aria-label={text('strip.projected')}
          >
            {projected
              .map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a projected block is identified by its index
                <ProjectedItem key={index} block={block} index={index} isMarked={index === projectedIndex} />
              ))
              .reverse()}
          </ol>
          <div id="divider">
            <span className={stripStyles.dividerLine} />
          </div>
          <ol className={`${stripStyles.stripSide} mined`} data-part="strip-side" aria-label={text('strip.mined')}>
            {blocks.map((block, place) => (
              <MinedItem key={block.id} block={block} place={place} isMarked={block.height === height} />
            ))}
          </ol>
        </div>
      </div>
    </nav>
  );
}

/** Shows a projected block; without transactions, the empty next block. */
function ProjectedItem(props: { block: MempoolBlock | undefined; index: number; isMarked: boolean }) {
  const text = useText();
  const { block, index, isMarked } = props;
  const fees = useLive((state) => state.fees);
  const now = useNow();
  return (
    <li
      className={`${stripStyles.stripItem} ${index > 0 ? styles.further : ''}`}
      id={`mempool-block-${index}`}
      data-marked={isMarked || undefined}
    >
      <Link
        className={`blockLink ${stripStyles.blockLink}`}
        to={block === undefined ? page.txs('') : page.mempoolBlock('', index)}
        draggable={false}
        aria-current={isMarked ? 'true' : undefined}
      >
        <span className={stripStyles.stripHead} data-part="strip-head">
          {index === 0 ? text('strip.next') : `+${index + 1}`}
        </span>
        <Cube
          full={block === undefined ? 0 : block.blockVSize / blockVbytes}
          rates={block === undefined ? [] : cubeRates(block.feeRange)}
          className={cubeStyles.soon}
        />
        {isMarked ? <Pointer /> : <span className={stripStyles.pointer} data-part="pointer" />}
        <strong>
          {block !== undefined ? (
            <BlockFeeRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
          ) : fees ? (
            <FeeRateText rate={fees.fastestFee} card approximate />
          ) : (
            '–'
          )}
        </strong>
        <span>
          <FigureText figure={bytes(block?.blockSize ?? 0)} />
        </span>
        <span>{text('count.txs', { count: block?.nTx ?? 0 })}</span>
        <span className="quiet">
          <Ahead time={now + (index + 1) * spacingMs} />
        </span>
      </Link>
    </li>
  );
}

const MinedItem = memo(function MinedItem(props: { block: LiquidBlock; place: number; isMarked: boolean }) {
  const text = useText();
  const { block, place, isMarked } = props;
  return (
    <li
      className={`${stripStyles.stripItem} bitcoin-block mined-block`}
      id={`bitcoin-block-${block.height}`}
      data-cy={`bitcoin-block-offset-0-index-${place}`}
      data-marked={isMarked || undefined}
    >
      <Link
        className={`blockLink ${stripStyles.blockLink}`}
        to={page.block('', block.id)}
        draggable={false}
        aria-current={isMarked ? 'true' : undefined}
      >
        <span className={stripStyles.stripHead} data-part="strip-head">
          {count(block.height)}
        </span>
        <Cube full={block.weight / maxWeight} rates={[]} />
        {isMarked ? <Pointer /> : <span className={stripStyles.pointer} data-part="pointer" />}
        <strong>{text('count.txs', { count: block.tx_count })}</strong>
        <span>
          <FigureText figure={bytes(block.size)} />
        </span>
        <span className="quiet">
          <Age time={block.timestamp} />
        </span>
      </Link>
    </li>
  );
});
