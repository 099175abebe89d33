import type { Tx, Vout } from '@glassblock/contract';
import { classify, flagNames, fromHex, type NetworkName, networks, type TxOutput } from '@glassblock/primitives';
import { usePlace } from '../../context/site-context.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { transactionOf } from '../../script/tx-input/tx-bytes.ts';
import txListStyles from '../tx-list/tx-list.module.css';
import txStyles from './tx.module.css';

/** Flags that are shown; script types and common signature hash types are not. */
const published: Readonly<Record<string, TextId>> = {
  coinjoin: 'mark.coinjoin',
  consolidation: 'mark.consolidation',
  batch_payout: 'mark.batch_payout',
  inscription: 'mark.inscription',
  op_return: 'mark.op_return',
  fake_pubkey: 'mark.fake_pubkey',
  fake_scripthash: 'mark.fake_scripthash',
  annex: 'mark.annex',
  p2ms: 'mark.p2ms',
  p2pk: 'mark.p2pk',
  p2a: 'mark.p2a',
  v3: 'mark.v3',
  nonstandard: 'mark.nonstandard',
  sighash_none: 'mark.sighash_none',
  sighash_single: 'mark.sighash_single',
  sighash_acp: 'mark.sighash_acp',
};

const isNetwork = (name: string): name is NetworkName => name in networks;

const outputOf = (output: Vout | null): TxOutput | undefined =>
  output === null ? undefined : { value: output.value as TxOutput['value'], script: fromHex(output.scriptpubkey) };

/** Returns the messages of a transaction's flags. */
export function marksOf(tx: Tx, network: string): TextId[] {
  if (!isNetwork(network)) return [];
  const height = tx.status.block_height;
  const names = flagNames(
    classify(
      transactionOf(tx),
      tx.vin.map(({ prevout }) => outputOf(prevout)),
      { network, ...(height !== undefined && { height }) },
    ),
  );
  const marks = Object.entries(published).flatMap(([name, id]) => (names.includes(name) ? [id] : []));
  if (tx.vin[0]?.is_coinbase) return ['mark.coinbase', ...marks.filter((id) => id !== 'mark.nonstandard')];
  if (tx.vout.some(({ scriptpubkey }) => scriptpubkey.startsWith('6a5d'))) marks.unshift('mark.runestone');
  return marks;
}

/**
 * Shows flags as badges.
 * @param more flags that only the mempool or its history has
 */
export default function TxMarks({ tx, more }: { tx: Tx; more: readonly TextId[] }) {
  const text = useText();
  const { network } = usePlace();
  const marks = [...more, ...marksOf(tx, network)];
  if (marks.length === 0) return <>{text('mark.ordinary')}</>;
  return (
    <ul className={txStyles.chips}>
      {marks.map((id) => (
        <li key={id} className={txListStyles.tag} data-part="tag">
          {text(id)}
        </li>
      ))}
    </ul>
  );
}
