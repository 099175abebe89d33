import type { FederationUtxo } from '@glassblock/contract/liquid';
import { csvOf } from '@glassblock/primitives/csv';
import { useState } from 'react';
import { useApiPrefix } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { isoTime } from '../../../format/age.ts';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { save } from '../../../ui/save.ts';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { liquidApi, parentPage } from '../liquid-url.ts';
import { IdLink } from '../tx/LiquidRows.tsx';
import { ParentHash } from '../tx/ParentLink.tsx';
import { useLiquid } from '../use-liquid.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Lists outputs of the federation with what justifies each on both chains. */
export function ProofTable({ utxos }: { utxos: readonly FederationUtxo[] }) {
  const text = useText();
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
            {text('liquid.proof.timelock')}
          </th>
        </tr>
      </thead>
      <tbody>
        {utxos.map((utxo) => (
          <ProofRow key={`${utxo.txid}:${utxo.txindex}`} utxo={utxo} />
        ))}
      </tbody>
    </table>
  );
}

function ProofRow({ utxo }: { utxo: FederationUtxo }) {
  const text = useText();
  const site = useLiquid();
  const { txid, txindex, bitcoinaddress: address, amount, blocknumber, blocktime, pegtxid, timelock } = utxo;
  const block = parentPage.block(site, blocknumber);
  return (
    <tr>
      <td data-label={text('liquid.wallet.output')}>
        <ParentHash isShort value={`${txid}:${txindex}`} href={parentPage.output(site, txid, txindex)} />
      </td>
      <td data-label={text('liquid.wallet.address')}>
        <ParentHash isShort value={address} href={parentPage.address(site, address)} />
      </td>
      <td data-label={text('liquid.amount')} className={listStyles.number}>
        <ParentAmount sats={amount} />
      </td>
      <td data-label={text('liquid.proof.onParent')} className={styles.apart}>
        <span className={styles.wrapping}>
          {block === undefined ? (
            <span className="figure">{count(blocknumber)}</span>
          ) : (
            <a className={`figure ${styles.bitcoin}`} href={block} target="_blank" rel="noopener">
              {count(blocknumber)}
            </a>
          )}{' '}
          <span className="quiet">
            <Moment time={blocktime} withAge={false} />
          </span>
        </span>
      </td>
      <td data-label={text('liquid.proof.onLiquid')}>
        {pegtxid === '' ? (
          <span className={`quiet ${styles.wrapping}`}>{text('liquid.proof.change')}</span>
        ) : (
          <span className={styles.wrapping}>
            {text('liquid.pegIn')} <IdLink id={pegtxid} to={page.input('', pegtxid, utxo.pegindex)} />{' '}
            <span className="quiet">
              <Moment time={utxo.pegblocktime} withAge={false} />
            </span>
          </span>
        )}
      </td>
      <td data-label={text('liquid.proof.timelock')} className={listStyles.number}>
        <span className="figure" title={text('count.blocks', { count: timelock })}>
          {timelock > 0 ? text('liquid.proof.until', { height: count(blocknumber + timelock) }) : '–'}
        </span>
      </td>
    </tr>
  );
}

/** Saves all counted outputs as CSV. */
export function SaveProof() {
  const text = useText();
  const prefix = useApiPrefix();
  const [reason, setReason] = useState<string>();
  const saveAll = async () => {
    const answer = await browserApi().get<FederationUtxo[]>(liquidApi.reserves(prefix, 'utxos'), 'once');
    setReason(answer.ok ? undefined : answer.message);
    if (answer.ok) save('federation-outputs.csv', new Blob([csvOf(proofRows(answer.body))], { type: 'text/csv' }));
  };
  return (
    <span className="js-only">
      {reason !== undefined && <span role="status">{reason} </span>}
      <button type="button" className="link-button" onClick={() => void saveAll()}>
        {text('liquid.proof.csv')}
      </button>
    </span>
  );
}

const columns: readonly (keyof FederationUtxo)[] = [
  'txid',
  'txindex',
  'bitcoinaddress',
  'amount',
  'blocknumber',
  'blocktime',
  'pegtxid',
  'pegindex',
  'pegblocktime',
  'timelock',
];

/** Returns the rows of the file: names of the wire, times as ISO. */
function proofRows(utxos: readonly FederationUtxo[]) {
  const cell = (utxo: FederationUtxo, name: keyof FederationUtxo) =>
    name === 'blocktime' || (name === 'pegblocktime' && utxo.pegtxid !== '') ? isoTime(utxo[name]) : utxo[name];
  return [columns, ...utxos.map((utxo) => columns.map((name) => cell(utxo, name)))];
}
