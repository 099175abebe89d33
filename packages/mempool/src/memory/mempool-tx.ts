import {
  CodedError,
  displayHash,
  sumOfValues,
  type Transaction,
  type TxOutput,
  transactionSigopCost,
  type UnixSeconds,
} from '@glassblock/primitives';
import { classify } from '../classify.ts';

/** Figures of a mempool transaction. Its id is display hex. */
export interface MempoolRow {
  readonly id: string;
  readonly fee: number;
  readonly weight: number;
  readonly size: number;
  readonly sigops: number;
  /** max(weight, 20 x sigops): the weight for fee rates. */
  readonly adjustedWeight: number;
  /** Sum of outputs, sats. */
  readonly value: number;
  /** When this server first saw it. */
  readonly firstSeen: UnixSeconds;
  /** Flags of the transaction itself. */
  readonly ownFlags: number;
}

/** A mempool transaction with its bytes and prevouts. */
export interface MempoolTx extends MempoolRow {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly tx: Transaction;
  readonly prevouts: readonly TxOutput[];
}

/** A transaction that left the mempool, and its effective fee rate in sat/vB. */
export interface RemovedTx extends MempoolTx {
  readonly rate: number;
}

/**
 * Creates a mempool transaction.
 * @throws {CodedError} mempool.blinded on blinded amounts
 */
export function createMempoolTx(tx: Transaction, prevouts: readonly TxOutput[], firstSeen: UnixSeconds): MempoolTx {
  const funded = sumOfValues(prevouts.map((prevout) => prevout.value));
  const value = sumOfValues(tx.outputs().map((output) => output.value));
  if (funded === undefined || value === undefined) {
    throw new CodedError('mempool.blinded', 'a blinded amount in a mempool of plain amounts');
  }
  const sigops = transactionSigopCost(tx, [...prevouts]);
  return {
    id: displayHash(tx.txid),
    txid: tx.txid,
    tx,
    prevouts,
    fee: funded - value,
    weight: tx.weight,
    size: tx.size,
    sigops,
    adjustedWeight: Math.max(tx.weight, 20 * sigops),
    value,
    firstSeen,
    ownFlags: classify(tx, prevouts),
  };
}
