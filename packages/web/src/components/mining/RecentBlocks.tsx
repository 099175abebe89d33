import { Link } from 'react-router';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { page } from '../../url.ts';
import { HealthBadge } from '../HealthBadge.tsx';
import { useLive } from '../live.ts';
import { PoolBadge } from '../PoolBadge.tsx';
import { usePlace } from '../site-context.ts';
import { Amount } from '../values.tsx';

const mostRows = 6;

/** The newest blocks and who mined them. */
export function RecentBlocks() {
  const text = useText();
  const { prefix } = usePlace();
  const blocks = useLive((state) => state.blocks).slice(0, mostRows);
  const hasHealth = blocks.some(({ extras }) => extras.matchRate !== null);
  return (
    <table className="list stacking board-table">
      <thead>
        <tr>
          <th>{text('block.height')}</th>
          <th>{text('mining.pool')}</th>
          {hasHealth && <th>{text('block.health')}</th>}
          <th className="number">{text('block.reward')}</th>
          {!hasHealth && <th className="number">{text('block.totalFees')}</th>}
          <th className="number">{text('block.txs')}</th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.id}>
            <td data-label={text('block.height')}>
              <Link className="figure strong" to={page.block(prefix, block.id)}>
                {count(block.height)}
              </Link>
            </td>
            <td data-label={text('mining.pool')} className="pool-cell">
              <PoolBadge block={block} />
            </td>
            {hasHealth && (
              <td data-label={text('block.health')}>
                <HealthBadge rate={block.extras.matchRate} />
              </td>
            )}
            <td data-label={text('block.reward')} className="number">
              <Amount sats={block.extras.reward} digits={[3, 3]} />
            </td>
            {!hasHealth && (
              <td data-label={text('block.totalFees')} className="number">
                <Amount sats={block.extras.totalFees} digits={[3, 3]} />
              </td>
            )}
            <td data-label={text('block.txs')} className="number figure">
              {count(block.tx_count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
