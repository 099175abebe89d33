import type { Transaction } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from './mempool.ts';

/** The transactions of a block that are in the mempool, and its conflicts with the mempool. */
export interface BlockMatch {
  /** Slot of each transaction of the block, -1 when it is not in the mempool; the coinbase has none. */
  readonly slots: Int32Array;
  /** Mempool transactions that spend an output which the block spends in another transaction. */
  readonly conflicts: readonly BlockConflict[];
}

/** A mempool transaction that a block conflicts with. */
export interface BlockConflict {
  /** Of the transaction in the block. */
  readonly position: number;
  /** Of the mempool transaction. */
  readonly slot: number;
}

/**
 * Compares a block with the mempool. Inputs are read only of transactions that are not in the mempool: the others have
 * no conflict there.
 */
export function matchBlock(txs: readonly Transaction[], mempool: Mempool): BlockMatch {
  const slots = new Int32Array(txs.length).fill(none);
  const conflicts: BlockConflict[] = [];
  if (mempool.size === 0) return { slots, conflicts };
  for (const [position, tx] of txs.entries()) {
    if (tx.isCoinbase) continue;
    slots[position] = mempool.findBytes(tx.txid);
    if (slots[position] !== none) continue;
    for (const { prevTxid, prevVout } of tx.inputs()) {
      const spender = mempool.spender(prevTxid, prevVout);
      if (spender !== undefined) conflicts.push({ position, slot: spender.slot });
    }
  }
  return { slots, conflicts };
}
