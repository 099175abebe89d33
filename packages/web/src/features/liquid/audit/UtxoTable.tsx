import type { ExpiredUtxo, FederationUtxo } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { parentPage } from '../liquid-url.ts';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentAddress, ParentHash } from '../tx/ParentLink.tsx';
import { useLiquid } from '../use-liquid.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Blocks from which an expiry is far away, also where time locks are longer. */
const farBlocks = 4_032;
/** Steps of the colour from an expiry to one that is far away. */
const steps = 4;

/** Returns how urgent an expiry is: 0 (far away) to 4 (it is over). */
const urgencyOf = (left: number, timelock: number): number =>
  left <= 0 ? steps : Math.max(0, steps - 1 - Math.floor((steps * left) / Math.max(1, Math.min(farBlocks, timelock))));

/**
 * Lists unspent outputs of the federation.
 * @param props.height newest audited block of the parent chain
 */
export function UtxoTable(props: { utxos: readonly (FederationUtxo | ExpiredUtxo)[]; height: number | undefined }) {
  const text = useText();
  const { utxos, height } = props;
  const isExpired = utxos.some((utxo) => 'isDust' in utxo);
  const label = text(isExpired ? 'liquid.wallet.expiredSince' : 'liquid.wallet.expiresIn');
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy} ${styles.utxos}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th scope="col">{text('liquid.wallet.output')}</th>
          <th scope="col">{text('liquid.wallet.address')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.amount')}
          </th>
          <th scope="col" className={styles.apart}>
            {text('liquid.wallet.pegIn')}
          </th>
          <th scope="col">{text('liquid.date')}</th>
          <th scope="col" className={listStyles.number}>
            {label}
          </th>
          {isExpired && (
            <th scope="col" className={styles.apart}>
              {text('liquid.wallet.dust')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {utxos.map((utxo) => (
          <UtxoRow key={`${utxo.txid}:${utxo.txindex}`} utxo={utxo} height={height} label={label} />
        ))}
      </tbody>
    </table>
  );
}

function UtxoRow(props: { utxo: FederationUtxo | ExpiredUtxo; height: number | undefined; label: string }) {
  const text = useText();
  const site = useLiquid();
  const { utxo, height } = props;
  const left = height === undefined ? undefined : utxo.blocknumber + utxo.timelock - height;
  return (
    <tr>
      <td data-label={text('liquid.wallet.output')}>
        <ParentHash
          isShort
          value={`${utxo.txid}:${utxo.txindex}`}
          href={parentPage.output(site, utxo.txid, utxo.txindex)}
        />
      </td>
      <td data-label={text('liquid.wallet.address')}>
        <ParentAddress isShort value={utxo.bitcoinaddress} />
      </td>
      <td data-label={text('liquid.amount')} className={listStyles.number}>
        <ParentAmount sats={utxo.amount} />
      </td>
      <td data-label={text('liquid.wallet.pegIn')} className={styles.apart}>
        {utxo.pegtxid === '' ? (
          <span className="quiet">{text('liquid.wallet.change')}</span>
        ) : (
          <IdLink id={utxo.pegtxid} to={page.input('', utxo.pegtxid, utxo.pegindex)} />
        )}
      </td>
      <td data-label={text('liquid.date')}>
        <span className={styles.wrapping}>
          <Moment time={utxo.blocktime} withSeconds={false} />
        </span>
      </td>
      <td data-label={props.label} className={listStyles.number}>
        {left === undefined ? (
          '–'
        ) : (
          <span data-urgency={urgencyOf(left, utxo.timelock)}>{text('count.blocks', { count: Math.abs(left) })}</span>
        )}
      </td>
      {'isDust' in utxo && (
        <td data-label={text('liquid.wallet.dust')} className={styles.apart}>
          <span className={utxo.isDust ? '' : 'bad'}>
            {text(utxo.isDust ? 'liquid.wallet.isDust' : 'liquid.wallet.noDust')}
          </span>
        </td>
      )}
    </tr>
  );
}
