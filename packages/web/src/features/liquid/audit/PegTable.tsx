import type { Peg } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Age, Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { parentPage } from '../liquid-url.ts';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentHash } from '../tx/ParentLink.tsx';
import { useLiquid } from '../use-liquid.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Lists peg-ins and peg-outs. @param props.isShort  without the columns of the parent chain */
export function PegTable({ pegs, isShort = false }: { pegs: readonly Peg[]; isShort?: boolean }) {
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
          {!isShort && (
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
          <PegRow key={`${peg.txid}:${peg.txindex}:${peg.amount > 0}`} peg={peg} isShort={isShort} />
        ))}
      </tbody>
    </table>
  );
}

function PegRow({ peg, isShort }: { peg: Peg; isShort: boolean }) {
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
          {isShort ? <Age time={blocktime} /> : <Moment time={blocktime} withSeconds={false} />}
        </span>
      </td>
      <td data-label={text('liquid.amount')} className={listStyles.number}>
        <ParentAmount sats={amount} signed />
      </td>
      {!isShort && (
        <>
          <td data-label={text('liquid.pegs.bitcoinTx')} className={styles.apart}>
            {isPending ? (
              <span className={`quiet ${styles.pending}`}>{text('liquid.pegs.pending')}</span>
            ) : bitcointxid === '' ? (
              '–'
            ) : (
              <ParentHash isShort value={bitcointxid} href={parentPage.output(site, bitcointxid, bitcoinindex)} />
            )}
          </td>
          <td data-label={text('liquid.pegs.bitcoinAddress')}>
            {bitcoinaddress === '' ? (
              '–'
            ) : (
              <ParentHash isShort value={bitcoinaddress} href={parentPage.address(site, bitcoinaddress)} />
            )}
          </td>
        </>
      )}
    </tr>
  );
}
