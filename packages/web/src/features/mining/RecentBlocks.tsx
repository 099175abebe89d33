import { useLive } from '../../context/live.ts';
import { useText } from '../../messages/use-text.ts';
import { HealthCell, HeightCell, SumCell, TxCountCell } from '../block/block-cells.tsx';
import { MiningPoolBadge } from './MiningPoolBadge.tsx';

const maxRows = 6;

/** Lists the newest blocks and their mining pools. */
export function RecentBlocks() {
  const text = useText();
  const blocks = useLive((state) => state.blocks).slice(0, maxRows);
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
            <HeightCell block={block} />
            <td data-label={text('mining.pool')} className="pool-cell">
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
