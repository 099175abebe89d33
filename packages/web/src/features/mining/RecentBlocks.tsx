import { useLive } from '../../context/live.ts';
import { useText } from '../../messages/use-text.ts';
import listStyles from '../../ui/list.module.css';
import { HealthCell, HeightCell, SumCell, TxCountCell } from '../block/block-cells.tsx';
import { MiningPoolBadge } from './MiningPoolBadge.tsx';
import styles from './mining.module.css';

const maxRows = 6;

/** Lists the newest blocks and their mining pools. */
export function RecentBlocks() {
  const text = useText();
  const blocks = useLive((state) => state.blocks).slice(0, maxRows);
  const hasHealth = blocks.some(({ extras }) => extras.matchRate !== null);
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${styles.boardTable}`} data-part="list stacking">
      <thead>
        <tr>
          <th>{text('block.height')}</th>
          <th>{text('mining.pool')}</th>
          {hasHealth && <th>{text('block.health')}</th>}
          <th className={listStyles.number}>{text('block.reward')}</th>
          {!hasHealth && <th className={listStyles.number}>{text('block.totalFees')}</th>}
          <th className={listStyles.number}>{text('block.txs')}</th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.id}>
            <HeightCell block={block} />
            <td data-label={text('mining.pool')} className={styles.poolCell}>
              <MiningPoolBadge block={block} />
            </td>
            {hasHealth && <HealthCell block={block} />}
            <SumCell of="block.reward" sats={block.extras.reward} />
            {!hasHealth && <SumCell of="block.totalFees" sats={block.extras.totalFees} />}
            <TxCountCell block={block} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
