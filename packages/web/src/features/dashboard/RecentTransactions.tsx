import type { TxStripped } from '@glassblock/contract';
import { memo } from 'react';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { FiatValue, useIsPriced } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Amount, FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import dashboardStyles from './dashboard.module.css';

/** Lists the six newest mempool transactions. */
export function RecentTransactions() {
  const text = useText();
  const transactions = useLive((state) => state.transactions);
  const isPriced = useIsPriced();
  const { currency } = usePreferences().preferences;
  return (
    <Card title={text('recent.title')} id="recent-title" className={dashboardStyles.recentCard}>
      <table
        className={`${listStyles.list} latest-transactions ${dashboardStyles.latestTransactions}`}
        data-part="list"
        data-cy="transactions-list"
      >
        <thead>
          <tr>
            <th>{text('tx.id')}</th>
            {isPriced && (
              <th className={`${listStyles.number} table-cell-fiat ${listStyles.tableCellFiat}`}>{currency}</th>
            )}
            <th className={listStyles.number}>{text('recent.amount')}</th>
            <th className={listStyles.number}>{text('tx.fee')}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((tx) => (
            <Recent key={tx.txid} tx={tx} />
          ))}
          {transactions.length === 0 && (
            <tr>
              <td colSpan={isPriced ? 4 : 3} className="quiet">
                {text('recent.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Card>
  );
}

/** memoized: each list contains earlier transactions as new objects */
const Recent = memo(
  function Recent({ tx }: { tx: TxStripped }) {
    const { prefix } = usePlace();
    const isPriced = useIsPriced();
    return (
      <tr>
        <td>
          <Hash value={tx.txid} to={page.tx(prefix, tx.txid)} tail={6} />
        </td>
        {isPriced && (
          <td className={`${listStyles.number} table-cell-fiat ${listStyles.tableCellFiat}`}>
            <FiatValue sats={tx.value} />
          </td>
        )}
        <td className={listStyles.number}>
          <Amount sats={tx.value} digits={tx.value < 10_000 ? [8, 8] : [4, 4]} />
        </td>
        <td className={listStyles.number}>
          <FeeRateText rate={tx.rate ?? (tx.vsize > 0 ? tx.fee / tx.vsize : 0)} dot />
        </td>
      </tr>
    );
  },
  (before, after) => before.tx.txid === after.tx.txid,
);
