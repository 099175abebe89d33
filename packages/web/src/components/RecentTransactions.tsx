import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { Card } from './Card.tsx';
import { Hash } from './Hash.tsx';
import { useLive } from './live.ts';
import { usePlace } from './site-context.ts';
import { Amount, Rate } from './values.tsx';

/** The six newest transactions of the pool. */
export function RecentTransactions() {
  const text = useText();
  const { prefix } = usePlace();
  const transactions = useLive((state) => state.transactions);
  return (
    <Card title={text('recent.title')} id="recent-title" className="recent-card">
      <table className="list latest-transactions" data-cy="transactions-list">
        <thead>
          <tr>
            <th>{text('tx.id')}</th>
            <th className="number">{text('recent.amount')}</th>
            <th className="number">{text('tx.fee')}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((tx) => (
            <tr key={tx.txid}>
              <td>
                <Hash value={tx.txid} to={page.tx(prefix, tx.txid)} tail={6} />
              </td>
              <td className="number">
                <Amount sats={tx.value} digits={tx.value < 10_000 ? [8, 8] : [4, 4]} />
              </td>
              <td className="number">
                <Rate rate={tx.rate ?? (tx.vsize > 0 ? tx.fee / tx.vsize : 0)} dot />
              </td>
            </tr>
          ))}
          {transactions.length === 0 && (
            <tr>
              <td colSpan={3} className="quiet">
                {text('recent.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Card>
  );
}
