import type { BlockExt } from '@glassblock/contract';
import { memo } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { usePlace } from '../../context/site-context.ts';
import { bytes, count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Age, Amount, BlockFeeRate, FeeRateRange, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { fullness, hasDecreasingTime } from '../block/block-facts.ts';
import { MiningPoolBadge } from '../mining/MiningPoolBadge.tsx';
import { Cube, cubeRates } from './Cube.tsx';
import { Pointer } from './Pointer.tsx';
import stripStyles from './strip.module.css';

/** Maximum number of stale blocks of one height that are drawn behind the block. */
const maxGhosts = 3;

/** Shows a mined block of the strip. */
export const MinedItem = memo(function MinedItem(props: {
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
      className={`${stripStyles.stripItem} bitcoin-block mined-block`}
      id={`bitcoin-block-${block.height}`}
      data-cy={`bitcoin-block-offset-0-index-${place}`}
      data-marked={marked || undefined}
    >
      {extras.orphans.slice(0, maxGhosts).map(({ hash }, ghost) => (
        <Link
          key={hash}
          className={stripStyles.ghost}
          data-level={ghost}
          data-part="ghost"
          to={page.block(prefix, hash)}
          draggable={false}
          title={text('strip.stale', { hash: `${hash.slice(0, 4)}...${hash.slice(-4)}` })}
          aria-label={text('strip.stale', { hash: `${hash.slice(0, 4)}...${hash.slice(-4)}` })}
        />
      ))}
      <Link
        className={`blockLink ${stripStyles.blockLink}`}
        to={page.block(prefix, block.id)}
        draggable={false}
        aria-current={marked ? 'true' : undefined}
      >
        <span className={stripStyles.stripHead} data-part="strip-head" data-cy={`bitcoin-block-${place}-height`}>
          {count(block.height)}
        </span>
        <Cube full={fullness(block)} rates={cubeRates(extras.feeRange)} />
        {marked ? <Pointer /> : <span className={stripStyles.pointer} data-part="pointer" />}
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
            <Amount sats={extras.totalFees} digits={[3, 3]} />
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
      <MiningPoolBadge block={block} className={`badge ${stripStyles.pool}`} data-cy={`bitcoin-block-${place}-pool`} />
    </li>
  );
});

/** Explains why a block may have an earlier time than the previous one. */
function TimeHint({ time, parentTime }: { time: number; parentTime: number }) {
  const text = useText();
  const now = useNow();
  if (!hasDecreasingTime({ timestamp: time }, { timestamp: parentTime }, now)) return null;
  return (
    <span
      className={stripStyles.timeHint}
      data-part="time-hint"
      role="img"
      title={text('strip.timeHint')}
      aria-label={text('strip.timeHint')}
    >
      i
    </span>
  );
}
