import type { BlockExt } from '@glassblock/contract';
import { memo } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import listStyles from '../../ui/list.module.css';
import { Age, Amount, BlockFeeRate } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { FullBar, HealthCell, HeightCell, SumCell, TxCountCell } from '../block/block-cells.tsx';
import { fullness } from '../block/block-facts.ts';
import { Difference } from '../block/HealthBadge.tsx';
import { MiningPoolBadge } from '../mining/MiningPoolBadge.tsx';
import dashboardStyles from './dashboard.module.css';

/**
 * Rows of blocks, newest first.
 * @param wide adds columns for which the dashboard card is too narrow
 */
export function BlockTable({ blocks, wide }: { blocks: readonly BlockExt[]; wide: boolean }) {
  const text = useText();
  const audited = useSite().audit === true && wide;
  return (
    <table
      className={`${listStyles.list} ${dashboardStyles.blocksTable} ${wide ? listStyles.stacking : ''}`}
      data-part={`list blocks-table ${wide ? 'stacking' : ''}`}
    >
      <thead>
        <tr>
          <th>{text('block.height')}</th>
          <th>{text('block.mined')}</th>
          {wide && <th>{text('block.miner')}</th>}
          {audited && <th className={listStyles.number}>{text('block.health')}</th>}
          <th className={listStyles.number}>{text('block.txs')}</th>
          {wide && <th className={listStyles.number}>{text('block.medianFee')}</th>}
          <th className={listStyles.number}>{text('block.totalFees')}</th>
          {wide && <th className={listStyles.number}>{text('block.reward')}</th>}
          <th>{text('block.weight')}</th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <BlockRow key={block.id} block={block} wide={wide} audited={audited} />
        ))}
      </tbody>
    </table>
  );
}

/** One row, memoized so that a new block does not render the others again. */
const BlockRow = memo(function BlockRow(props: { block: BlockExt; wide: boolean; audited: boolean }) {
  const text = useText();
  const { block, wide, audited } = props;
  return (
    <tr>
      <HeightCell block={block} />
      <td data-label={text('block.mined')} className="quiet">
        <Age time={block.timestamp} />
      </td>
      {wide && (
        <td data-label={text('block.miner')}>
          <MiningPoolBadge block={block} />
        </td>
      )}
      {audited && <HealthCell block={block} className={listStyles.number} />}
      <TxCountCell block={block} />
      {wide && (
        <td data-label={text('block.medianFee')} className={listStyles.number}>
          <BlockFeeRate
            medianFee={block.extras.medianFee}
            feeRange={block.extras.feeRange}
            transactions={block.tx_count - 1}
            dot
          />
        </td>
      )}
      <td data-label={text('block.totalFees')} className={listStyles.number}>
        {audited && <Difference actual={block.extras.totalFees} expected={block.extras.expectedFees} />}{' '}
        <Amount sats={block.extras.totalFees} digits={[3, 3]} />
      </td>
      {wide && <SumCell of="block.reward" sats={block.extras.reward} />}
      <td data-label={text('block.weight')}>
        <FullBar share={fullness(block)} />
      </td>
    </tr>
  );
});

/** Lists the newest blocks on the dashboard. */
export function LatestBlocks() {
  const text = useText();
  const { prefix } = usePlace();
  const blocks = useLive((state) => state.blocks);
  return (
    <Card
      title={text('latest.title')}
      id="latest-title"
      className={dashboardStyles.latestCard}
      part="latest-card"
      aside={
        <Link to={page.blocks(prefix)} className="more">
          {text('latest.all')}
        </Link>
      }
    >
      <BlockTable blocks={blocks.slice(0, 6)} wide={false} />
    </Card>
  );
}
