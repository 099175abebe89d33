import type { MempoolBlock } from '@glassblock/contract';
import { memo } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import type { Mark } from '../../context/view-store.ts';
import { bytes } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Ahead, Amount, BlockFeeRate, FeeRateRange, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { blockVsize, expectedAt, stackSize } from '../block/block-facts.ts';
import { Cube, cubeRates } from './Cube.tsx';
import cubeStyles from './cube.module.css';
import { Pointer } from './Pointer.tsx';
import stripStyles from './strip.module.css';

/** Shows a projected block of the strip. */
export const ProjectedItem = memo(function ProjectedItem(props: {
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
    <li className={stripStyles.stripItem} id={`mempool-block-${index}`} data-marked={marked || undefined}>
      <Link
        className={`blockLink ${stripStyles.blockLink}`}
        to={page.mempoolBlock(prefix, index)}
        draggable={false}
        aria-current={marked ? 'true' : undefined}
      >
        <span className={stripStyles.stripHead} data-part="strip-head">
          {index === 0 ? text('strip.next') : `+${index + 1}`}
        </span>
        <Cube full={block.blockVSize / blockVsize} rates={cubeRates(block.feeRange)} className={cubeStyles.soon} />
        {marked ? (
          <Pointer {...(share !== undefined && { share })} />
        ) : (
          <span className={stripStyles.pointer} data-part="pointer" />
        )}
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
            <Amount sats={block.totalFees} digits={[3, 3]} />
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
