import { usePlace } from '../../context/site-context.ts';
import type { WalletRow } from '../../data/watched/wallet-view.ts';
import { useText } from '../../messages/use-text.ts';
import { FiatAmount, useIsPriced } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Age, Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './watched.module.css';

/** Lists transactions with their net amounts, newest first. */
export function WalletRows({ rows }: { rows: readonly WalletRow[] }) {
  const text = useText();
  const { prefix } = usePlace();
  const isPriced = useIsPriced();
  if (rows.length === 0) return <p className="quiet">{text('board.noTxs')}</p>;
  return (
    <div className={styles.scope}>
      <table className={`${listStyles.list} ${styles.rows}`} data-part="list" data-cy="wallet-rows">
        <thead>
          <tr>
            <th scope="col">{text('board.txid')}</th>
            <th scope="col" className={listStyles.number}>
              {text('board.amount')}
            </th>
            {isPriced && (
              <th scope="col" className={`${listStyles.number} ${styles.fiat}`}>
                {text('board.value')}
              </th>
            )}
            <th scope="col" className={listStyles.number}>
              {text('board.date')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ txid, change, time }) => (
            <tr key={txid}>
              <td>
                <Hash value={txid} to={page.tx(prefix, txid)} tail={6} />
              </td>
              <td className={`${listStyles.number} ${change < 0 ? 'loss' : 'gain'}`}>
                <Amount sats={change} signed />
              </td>
              {isPriced && (
                <td className={`${listStyles.number} ${styles.fiat}`}>
                  <FiatAmount sats={Math.abs(change)} />
                </td>
              )}
              <td className={listStyles.number}>
                <Age time={time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
