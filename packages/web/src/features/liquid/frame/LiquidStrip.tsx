import type { LiquidBlock } from '@glassblock/contract/liquid';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../context/clock.ts';
import { useLive } from '../../../context/live.ts';
import { bytes, count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { useDrag } from '../../../ui/hooks/use-drag.ts';
import { Age, Ahead, FeeRateText, FigureText } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { Cube } from '../../strip/Cube.tsx';
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

/** Shows the next block, as far as the mempool is known, and the newest blocks. @param height  of the marked block */
export function LiquidStrip({ height }: { height?: number | undefined }) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const blocks = useLiquidBlocks();
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
            aria-label={text('strip.projected')}
          >
            <NextItem />
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

/** Shows the unconfirmed transactions: the server of a Liquid network projects no blocks. */
function NextItem() {
  const text = useText();
  const info = useLive((state) => state.mempoolInfo);
  const fees = useLive((state) => state.fees);
  const now = useNow();
  return (
    <li className={stripStyles.stripItem} id="mempool-block-0">
      <Link className={`blockLink ${stripStyles.blockLink}`} to={page.txs('')} draggable={false}>
        <span className={stripStyles.stripHead} data-part="strip-head">
          {text('strip.next')}
        </span>
        <Cube full={info === undefined ? 0 : info.bytes / blockVbytes} rates={[]} className={cubeStyles.soon} />
        <span className={stripStyles.pointer} data-part="pointer" />
        <strong>{fees ? <FeeRateText rate={fees.fastestFee} card approximate /> : '–'}</strong>
        <span>{info ? <FigureText figure={bytes(info.bytes)} /> : '–'}</span>
        <span>{info ? text('count.txs', { count: info.size }) : '–'}</span>
        <span className="quiet">
          <Ahead time={now + spacingMs} />
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
