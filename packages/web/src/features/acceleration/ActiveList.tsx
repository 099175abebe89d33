import type { Acceleration } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { amount } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Age, FeeRateText, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import mining from '../mining/mining.module.css';
import styles from './acceleration.module.css';

const maxRows = 6;

/** Lists the newest pending accelerations. */
export function ActiveList({ list }: { list: readonly Acceleration[] }) {
  const text = useText();
  const { network, prefix } = usePlace();
  if (list.length === 0) return <p className="quiet">{text('accel.noneActive')}</p>;
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${mining.boardTable} ${styles.table}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th>{text('tx.id')}</th>
          <th className={`${listStyles.number} ${styles.number}`}>{text('accel.rate')}</th>
          <th className={`${listStyles.number} ${styles.number}`}>{text('accel.bid')}</th>
          <th>{text('accel.requested')}</th>
        </tr>
      </thead>
      <tbody>
        {list
          .toSorted((a, b) => b.added - a.added)
          .slice(0, maxRows)
          .map(({ txid, added, effectiveFee, effectiveVsize, feeDelta }) => (
            <tr key={txid}>
              <td data-label={text('tx.id')}>
                <Hash value={txid} to={page.tx(prefix, txid)} />
              </td>
              <td data-label={text('accel.rate')} className={`${listStyles.number} ${styles.number}`}>
                <FeeRateText rate={effectiveFee / effectiveVsize} dot />
              </td>
              <td data-label={text('accel.bid')} className={`${listStyles.number} ${styles.number}`}>
                <FigureText figure={amount(feeDelta, 'sats', network)} />
              </td>
              <td data-label={text('accel.requested')} className="quiet">
                <Age time={added} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
