import type { LiquidRecentTx } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import { Amount, FeeRateText } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from './liquid-frame.module.css';

/** Lists the newest transactions of the mempool; their amounts may be confidential and are not in the list. */
export function RecentLiquidTxs({ txs }: { txs: readonly LiquidRecentTx[] }) {
  const text = useText();
  return (
    <Card title={text('liquid.recent.title')} id="recent-title">
      {txs.length === 0 ? (
        <p className="quiet">{text('liquid.recent.none')}</p>
      ) : (
        <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
          <thead>
            <tr>
              <th scope="col">{text('tx.id')}</th>
              <th scope="col">{text('liquid.amount')}</th>
              <th scope="col" className={listStyles.number}>
                {text('tx.fee')}
              </th>
              <th scope="col" className={listStyles.number}>
                {text('tx.feeRate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {txs.map(({ txid, fee, discount_vsize: vsize }) => (
              <tr key={txid}>
                <td data-label={text('tx.id')} className={styles.idCell}>
                  <Hash value={txid} to={page.tx('', txid)} />
                </td>
                <td data-label={text('liquid.amount')} className="quiet">
                  {text('liquid.confidential')}
                </td>
                <td data-label={text('tx.fee')} className={listStyles.number}>
                  <Amount sats={fee} />
                </td>
                <td data-label={text('tx.feeRate')} className={listStyles.number}>
                  <FeeRateText rate={vsize > 0 ? fee / vsize : 0} dot />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
