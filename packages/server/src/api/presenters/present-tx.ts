import type { Status, Tx, TxExt } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import {
  type NetworkRow,
  plainTx,
  readWholeTransaction,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';
import { paidFor } from './paid-for.ts';

/** Status of an unconfirmed transaction. */
export const unconfirmed: Status = { confirmed: false };

/**
 * Converts a transaction to Esplora's form.
 * @param prevouts in input order; none for a coinbase
 * @throws {Error} on a blinded amount
 */
export function presentTx(tx: Transaction, prevouts: readonly TxOutput[], status: Status, network: NetworkRow): Tx {
  return { ...plainTx(tx, prevouts, network), status };
}

/** Converts a mempool transaction to Esplora's form. */
export function presentMempoolTx(entry: MempoolEntry, network: NetworkRow): Tx {
  return presentTx(readWholeTransaction(entry.raw), entry.prevouts, unconfirmed, network);
}

/** Converts a mempool transaction to the form of the live protocol. */
export function presentMempoolTxExt(context: NetworkInfo & AccelerationContext, entry: MempoolEntry): TxExt {
  const tx = presentMempoolTx(entry, context.network);
  const vsize = entry.weight / 4;
  const adjustedVsize = entry.adjustedWeight / 4;
  return {
    ...tx,
    vsize,
    adjustedVsize,
    feePerVsize: entry.fee / vsize,
    adjustedFeePerVsize: entry.fee / adjustedVsize,
    effectiveFeePerVsize: entry.effectiveRate,
    firstSeen: entry.firstSeen,
    ancestors: entry.ancestors,
    descendants: entry.descendants,
    bestDescendant: null,
    ...(entry.position === undefined ? {} : { position: entry.position }),
    flags: entry.flags,
    ...(entry.accelerated ? { acceleration: true, ...paidFor(context, entry) } : {}),
  };
}

/** Converts a confirmed transaction to the form of the live protocol, with its own fee rate. */
export function presentMinedTxExt(tx: Tx): TxExt {
  const vsize = tx.weight / 4;
  const adjustedVsize = Math.max(vsize, tx.sigops * 5);
  return {
    ...tx,
    vsize,
    adjustedVsize,
    feePerVsize: tx.fee / vsize,
    adjustedFeePerVsize: tx.fee / adjustedVsize,
    effectiveFeePerVsize: tx.fee / adjustedVsize,
  };
}
