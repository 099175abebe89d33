import type { Peg } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Age, Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { parentPage } from '../liquid-url.ts';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentAddress, ParentHash } from '../tx/ParentLink.tsx';
import { useLiquid } from '../use-liquid.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

interface PegTableProps {
  pegs: readonly Peg[];
  /** Two lines of a peg on phones: transaction, time and amount. */
  isShort?: boolean;
  /** False: without the columns of the parent chain. */
  hasParent?: boolean;
  /** Peg-ins whose deposit is not in the parent chain, as `txid:input`. */
  missing?: readonly string[];
}

/** Lists peg-ins and peg-outs. */
export function PegTable({ pegs, isShort = false, hasParent = true, missing = [] }: PegTableProps) {
  const text = useText();
  return (
    <table
      className={
        isShort ? `${listStyles.list} ${styles.brief}` : `${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`
      }
      data-part={isShort ? 'list' : 'list stacking'}
    >
      <thead>
        <tr>
          <th scope="col">{text('tx.title')}</th>
          <th scope="col">{text('liquid.date')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.amount')}
          </th>
          {hasParent && (
            <>
              <th scope="col" className={styles.apart}>
                {text('liquid.pegs.bitcoinTx')}
              </th>
              <th scope="col">{text('liquid.pegs.bitcoinAddress')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {pegs.map((peg) => (
          <PegRow
            key={`${peg.txid}:${peg.txindex}:${peg.amount > 0}`}
            peg={peg}
            hasParent={hasParent}
            isMissing={peg.amount > 0 && missing.includes(`${peg.txid}:${peg.txindex}`)}
          />
        ))}
      </tbody>
    </table>
  );
}

function PegRow({ peg, hasParent, isMissing }: { peg: Peg; hasParent: boolean; isMissing: boolean }) {
  const text = useText();
  const site = useLiquid();
  const { txid, txindex, amount, bitcoinaddress, bitcointxid, bitcoinindex, blocktime } = peg;
  const isIn = amount > 0;
  const isPending = !isIn && bitcoinaddress !== '' && bitcointxid === '';
  const kind = text(isIn ? 'liquid.pegIn' : bitcoinaddress === '' ? 'liquid.burn' : 'liquid.pegOut');
  return (
    <tr>
      <td data-label={text('tx.title')}>
        <span className={styles.wrapping}>
          <IdLink id={txid} to={isIn ? page.input('', txid, txindex) : page.output('', txid, txindex)} />{' '}
          <span className={`quiet ${styles.kind}`}>{kind}</span>
        </span>
      </td>
      <td data-label={text('liquid.date')}>
        <span className={styles.wrapping}>
          {hasParent ? <Moment time={blocktime} withSeconds={false} /> : <Age time={blocktime} />}
        </span>
      </td>
      <td data-label={text('liquid.amount')} className={listStyles.number}>
        <ParentAmount sats={amount} signed />
      </td>
      {hasParent && (
        <>
          <td data-label={text('liquid.pegs.bitcoinTx')} className={styles.apart}>
            {isPending ? (
              <span className={`quiet ${styles.pending}`}>{text('liquid.pegs.pending')}</span>
            ) : bitcointxid === '' ? (
              '–'
            ) : isMissing ? (
              // without a link: it would find nothing
              <span className={styles.wrapping}>
                <ParentHash isShort value={bitcointxid} href={undefined} />{' '}
                <span className="bad">{text('liquid.proof.noDeposit')}</span>
              </span>
            ) : (
              <ParentHash isShort value={bitcointxid} href={parentPage.output(site, bitcointxid, bitcoinindex)} />
            )}
          </td>
          <td data-label={text('liquid.pegs.bitcoinAddress')}>
            {bitcoinaddress === '' ? '–' : <ParentAddress isShort value={bitcoinaddress} />}
          </td>
        </>
      )}
    </tr>
  );
}
