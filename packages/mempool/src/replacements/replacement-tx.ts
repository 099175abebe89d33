import type { MempoolTx, RemovedTx } from '../memory/mempool-tx.ts';
import type { ReplacementTx } from './replacement-tree.ts';

/**
 * Returns the data of a transaction that a replacement tree stores. The fee rate of a removed one is its last effective
 * fee rate, that of any other its own.
 */
export function replacementTx(tx: MempoolTx | RemovedTx): ReplacementTx {
  const rate = 'rate' in tx ? tx.rate : tx.fee / (tx.adjustedWeight / 4);
  return {
    txid: tx.id,
    fee: tx.fee,
    vsize: tx.weight / 4,
    value: tx.value,
    rate,
    time: tx.firstSeen,
    rbf: tx.tx.inputs().some(({ sequence }) => sequence < 0xfffffffe),
  };
}
