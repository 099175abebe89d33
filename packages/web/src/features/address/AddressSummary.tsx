import type { ScriptStats } from '@glassblock/contract';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import answersStyles from '../../ui/answers.module.css';
import { FiatValue } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import pageStyles from '../../ui/page.module.css';
import rowsStyles from '../../ui/rows.module.css';
import { Amount } from '../../ui/values.tsx';
import { AddressQr } from './AddressQr.tsx';
import summaryStyles from './summary.module.css';

const names: Readonly<Record<string, string>> = {
  p2pk: 'P2PK',
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  v0_p2wpkh: 'P2WPKH',
  v0_p2wsh: 'P2WSH',
  v1_p2tr: 'P2TR',
  multisig: 'Multisig',
  anchor: 'Anchor',
};

interface Props {
  address: string;
  isKey: boolean;
  chain: ScriptStats;
  mempool: ScriptStats;
  /** Type of its outputs, if known. */
  outputType: string | undefined;
}

/** Shows the balance of an address and its totals. */
export function AddressSummary({ address, isKey, chain, mempool, outputType }: Props) {
  const text = useText();
  const balance = chain.funded_txo_sum - chain.spent_txo_sum;
  const pending = mempool.funded_txo_sum - mempool.spent_txo_sum;
  const pendingUtxos = mempool.funded_txo_count - mempool.spent_txo_count;
  const type = outputType && (names[outputType] ?? outputType);
  return (
    <section className={summaryStyles.addressSummary} data-part="address-summary">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{isKey ? text('address.key') : text('address.title')}</h1>
        <AddressQr value={address} />
        <Hash value={address} copy className={pageStyles.titleHash} part="title-hash" />
      </div>
      <div className={answersStyles.answers} data-part="answers">
        <div className={answersStyles.answer}>
          <strong className={answersStyles.balance} data-part="balance">
            <Amount sats={balance} />
          </strong>
          <FiatValue sats={balance} />
          <span className="quiet">{text('address.balance')}</span>
        </div>
        <div className={`${answersStyles.answer} ${mempool.tx_count === 0 ? 'off' : ''}`}>
          <strong>
            <Amount sats={pending} signed />
          </strong>
          {pending !== 0 && <FiatValue sats={pending} />}
          <span className="quiet">{text('address.pending')}</span>
        </div>
      </div>
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <div>
          <dt>{text('address.received')}</dt>
          <dd>
            <Amount sats={chain.funded_txo_sum} />
          </dd>
        </div>
        <div>
          <dt>{text('address.utxos')}</dt>
          <dd className="figure">{count(chain.funded_txo_count - chain.spent_txo_count)}</dd>
        </div>
        <div>
          <dt>{text('address.sent')}</dt>
          <dd>
            <Amount sats={chain.spent_txo_sum} />
          </dd>
        </div>
        <div>
          <dt>{text('address.pendingUtxos')}</dt>
          <dd className="figure">
            {pendingUtxos > 0 ? '+' : ''}
            {count(pendingUtxos)}
          </dd>
        </div>
        {type !== undefined && (
          <div>
            <dt>{text('address.type')}</dt>
            <dd>
              <span className="badge info">{type}</span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
