import type { UnmatchedPegOut } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../audit/audit.module.css';
import { ParentAmount } from '../audit/ParentAmount.tsx';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentAddress } from '../tx/ParentLink.tsx';

/** Lists peg-outs for which no payment of the federation was found, with the reason. */
export function UnmatchedTable({ pegOuts }: { pegOuts: readonly UnmatchedPegOut[] }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('tx.title')}</th>
          <th scope="col">{text('liquid.date')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.amount')}
          </th>
          <th scope="col" className={styles.apart}>
            {text('liquid.pegs.bitcoinAddress')}
          </th>
          <th scope="col">{text('liquid.proof.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {pegOuts.map(({ txid, txindex, amount, bitcoinaddress: address, blocktime, reason }) => (
          <tr key={`${txid}:${txindex}`}>
            <td data-label={text('tx.title')}>
              <IdLink id={txid} to={page.output('', txid, txindex)} />
            </td>
            <td data-label={text('liquid.date')}>
              <span className={styles.wrapping}>
                <Moment time={blocktime} withSeconds={false} />
              </span>
            </td>
            <td data-label={text('liquid.amount')} className={listStyles.number}>
              <ParentAmount sats={amount} />
            </td>
            <td data-label={text('liquid.pegs.bitcoinAddress')} className={styles.apart}>
              <ParentAddress isShort value={address} />
            </td>
            <td data-label={text('liquid.proof.reason')}>
              <span className={styles.wrapping}>
                {text(reason === 'no-payment' ? 'liquid.proof.noPayment' : 'liquid.proof.otherAmount')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
