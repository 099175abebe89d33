import type { FederationOutput } from '@glassblock/contract/liquid';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../audit/audit.module.css';
import { ParentAmount } from '../audit/ParentAmount.tsx';
import { parentPage } from '../liquid-url.ts';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentAddress, ParentHash } from '../tx/ParentLink.tsx';
import { useLiquid } from '../use-liquid.ts';

/**
 * Lists outputs of the federation with the facts of both chains that justify them. @param props.isSpent shows the
 * spending transactions instead of time locks
 */
export function ProofTable({ outputs, isSpent = false }: { outputs: readonly FederationOutput[]; isSpent?: boolean }) {
  const text = useText();
  const last = text(isSpent ? 'liquid.proof.spentBy' : 'liquid.proof.timelock');
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('liquid.wallet.output')}</th>
          <th scope="col">{text('liquid.wallet.address')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.amount')}
          </th>
          <th scope="col" className={styles.apart}>
            {text('liquid.proof.onParent')}
          </th>
          <th scope="col">{text('liquid.proof.onLiquid')}</th>
          <th scope="col" className={listStyles.number}>
            {last}
          </th>
        </tr>
      </thead>
      <tbody>
        {outputs.map((output) => (
          <ProofRow key={`${output.txid}:${output.vout}`} output={output} label={last} isSpent={isSpent} />
        ))}
      </tbody>
    </table>
  );
}

function ProofRow({ output, label, isSpent }: { output: FederationOutput; label: string; isSpent: boolean }) {
  const text = useText();
  const site = useLiquid();
  const { txid, vout, address, value, block_height: height, pegin_txid: pegTxid, expires_height: expires } = output;
  return (
    <tr>
      <td data-label={text('liquid.wallet.output')}>
        <ParentHash isShort value={`${txid}:${vout}`} href={parentPage.output(site, txid, vout)} />
      </td>
      <td data-label={text('liquid.wallet.address')}>
        <ParentAddress isShort value={address} />
      </td>
      <td data-label={text('liquid.amount')} className={listStyles.number}>
        <ParentAmount sats={value} />
      </td>
      <td data-label={text('liquid.proof.onParent')} className={styles.apart}>
        <span className={styles.wrapping}>
          <ParentBlock height={height} />{' '}
          <span className="quiet">
            <Moment time={output.block_time} withAge={false} withSeconds={false} />
          </span>
        </span>
      </td>
      <td data-label={text('liquid.proof.onLiquid')}>
        {pegTxid === null ? (
          <span className={`quiet ${styles.wrapping}`}>{text('liquid.proof.change')}</span>
        ) : (
          <span className={styles.wrapping}>
            {text('liquid.pegIn')} <IdLink id={pegTxid} to={page.input('', pegTxid, output.pegin_vin ?? 0)} />{' '}
            {output.pegin_time !== null && (
              <span className="quiet">
                <Moment time={output.pegin_time} withAge={false} withSeconds={false} />
              </span>
            )}
          </span>
        )}
      </td>
      <td data-label={label} className={listStyles.number}>
        {isSpent && output.spender_txid !== null ? (
          <ParentHash isShort value={output.spender_txid} href={parentPage.tx(site, output.spender_txid)} />
        ) : (
          <span className="figure">
            {expires === null ? '–' : text('liquid.proof.until', { height: count(expires) })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Shows the height of a block of the parent chain, linked where its site is known. */
export function ParentBlock({ height }: { height: number }) {
  const href = parentPage.block(useLiquid(), height);
  if (href === undefined) return <span className="figure">{count(height)}</span>;
  return (
    <a className={`figure ${styles.bitcoin}`} href={href} target="_blank" rel="noopener">
      {count(height)}
    </a>
  );
}
