import type { BlockExt } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import barStyles from '../../ui/bar.module.css';
import listStyles from '../../ui/list.module.css';
import { Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { HealthBadge } from './HealthBadge.tsx';

/* Cells of block tables. Each has the name of its column, which small screens show next to the value. */

interface CellProps {
  block: BlockExt;
}

/** Shows the height of a block as a link. */
export function HeightCell({ block: { id, height } }: CellProps) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <td data-label={text('block.height')}>
      <Link className="figure strong" to={page.block(prefix, id)}>
        {count(height)}
      </Link>
    </td>
  );
}

/** Shows the health of a block. */
export function HealthCell({ block, className }: CellProps & { className?: string | undefined }) {
  const text = useText();
  return (
    <td data-label={text('block.health')} className={className}>
      <HealthBadge rate={block.extras.matchRate} />
    </td>
  );
}

/** Shows the fees or the reward of a block. */
export function SumCell({ of: column, sats }: { of: 'block.totalFees' | 'block.reward'; sats: number }) {
  const text = useText();
  return (
    <td data-label={text(column)} className={listStyles.number}>
      <Amount sats={sats} digits={[3, 3]} />
    </td>
  );
}

/** Shows the number of transactions of a block. */
export function TxCountCell({ block }: CellProps) {
  const text = useText();
  return (
    <td data-label={text('block.txs')} className={`${listStyles.number} figure`}>
      {count(block.tx_count)}
    </td>
  );
}

/** Shows how full a block is as a bar. */
export function FullBar({ share }: { share: number }) {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={`${barStyles.bar} ${barStyles.small}`}
      data-part="bar small"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={barStyles.barGround} width="100" height="6" />
      <rect className={`${barStyles.barFill} ${barStyles.accent}`} data-part="bar-fill" width={width} height="6" />
    </svg>
  );
}
