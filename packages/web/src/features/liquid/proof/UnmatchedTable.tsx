import type { UnmatchedPegIn, UnmatchedPegOut } from '@glassblock/contract/liquid';
import type { ReactNode } from 'react';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../audit/audit.module.css';
import { ParentAmount } from '../audit/ParentAmount.tsx';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentAddress, ParentHash } from '../tx/ParentLink.tsx';

/** Lists peg-outs for which no payment of the federation was found, with the reason. */
export function UnmatchedTable({ pegOuts }: { pegOuts: readonly UnmatchedPegOut[] }) {
  const text = useText();
  const rows = pegOuts.map(({ txid, txindex, amount, bitcoinaddress, blocktime, reason }) => ({
    ...{ txid, amount, blocktime, key: `${txid}:${txindex}`, to: page.output('', txid, txindex) },
    parent: <ParentAddress isShort value={bitcoinaddress} />,
    reason: text(reason === 'no-payment' ? 'liquid.proof.noPayment' : 'liquid.proof.otherAmount'),
  }));
  return <PegRows rows={rows} parentLabel={text('liquid.pegs.bitcoinAddress')} />;
}

/** Lists peg-ins whose deposit is not in the parent chain, without a link: it would find nothing. */
export function UnmatchedPegInTable({ pegIns }: { pegIns: readonly UnmatchedPegIn[] }) {
  const text = useText();
  const rows = pegIns.map(({ txid, txindex, amount, bitcointxid, bitcoinindex, blocktime }) => ({
    ...{ txid, amount, blocktime, key: `${txid}:${txindex}`, to: page.input('', txid, txindex) },
    parent: <ParentHash isShort value={`${bitcointxid}:${bitcoinindex}`} href={undefined} />,
    reason: text('liquid.proof.noDeposit'),
  }));
  return <PegRows rows={rows} parentLabel={text('liquid.proof.claimed')} />;
}

interface PegRow {
  key: string;
  txid: string;
  to: string;
  amount: number;
  blocktime: number;
  /** Address or output of the parent chain. */
  parent: ReactNode;
  reason: string;
}

function PegRows({ rows, parentLabel }: { rows: readonly PegRow[]; parentLabel: string }) {
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
            {parentLabel}
          </th>
          <th scope="col">{text('liquid.proof.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, txid, to, amount, blocktime, parent, reason }) => (
          <tr key={key}>
            <td data-label={text('tx.title')}>
              <IdLink id={txid} to={to} />
            </td>
            <td data-label={text('liquid.date')}>
              <span className={styles.wrapping}>
                <Moment time={blocktime} withSeconds={false} />
              </span>
            </td>
            <td data-label={text('liquid.amount')} className={listStyles.number}>
              <ParentAmount sats={amount} />
            </td>
            <td data-label={parentLabel} className={styles.apart}>
              {parent}
            </td>
            <td data-label={text('liquid.proof.reason')}>
              <span className={styles.wrapping}>{reason}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
