import type { Status, TxExt } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import {
  displayHash,
  type NetworkRow,
  readWholeTransaction,
  scriptHashHex,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import { presentMempoolTxExt, presentMinedTxExt, presentTx } from '../../api/presenters/present-tx.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';
import { type Json, json } from '../sending/json-text.ts';

/** A transaction to be sent to sockets. Everything is computed once, on demand. */
export interface OutboundTx {
  /** Display hex. */
  readonly txid: string;
  /** Hashes of all scripts that it spends from and pays to, hex, each once. */
  readonly scripts: ReadonlySet<string>;
  /** Outpoints that it spends, ids in display hex. */
  readonly inputs: readonly { txid: string; vout: number }[];
  readonly json: Json<TxExt>;
}

/** A mempool transaction with its entry. */
export interface OutboundMempoolTx extends OutboundTx {
  readonly entry: MempoolEntry;
}

/** Creates an outbound mempool transaction. */
export function outboundMempoolTx(context: NetworkInfo & AccelerationContext, entry: MempoolEntry): OutboundMempoolTx {
  const tx = readWholeTransaction(entry.raw);
  const base = published(
    entry.txid,
    tx,
    () => entry.prevouts,
    () => presentMempoolTxExt(context, entry),
  );
  return Object.assign(base, { entry });
}

/**
 * Creates an outbound transaction of a block.
 * @param prevouts computed on demand
 */
export function outboundBlockTx(
  tx: Transaction,
  prevouts: () => readonly TxOutput[],
  status: Status,
  network: NetworkRow,
): OutboundTx {
  const present = () => presentMinedTxExt(presentTx(tx, prevouts(), status, network));
  return published(displayHash(tx.txid), tx, prevouts, present);
}

function published(
  txid: string,
  tx: Transaction,
  prevouts: () => readonly TxOutput[],
  present: () => TxExt,
): OutboundTx {
  let scripts: ReadonlySet<string> | undefined;
  let inputs: OutboundTx['inputs'] | undefined;
  let text: Json<TxExt> | undefined;
  return {
    txid,
    get scripts() {
      const outputs = () => [...prevouts(), ...tx.outputs()];
      return (scripts ??= new Set(outputs().map(({ script }) => scriptHashHex(script))));
    },
    get inputs() {
      return (inputs ??= tx.inputs().map((input) => ({ txid: displayHash(input.prevTxid), vout: input.prevVout })));
    },
    get json() {
      return (text ??= json(present()));
    },
  };
}
