import { displayHash, hashFromDisplay, type Transaction } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { MempoolTx } from '../memory/mempool-tx.ts';
import type { RemovalContext, Verdict } from './removal-reasons.ts';

/** A mined transaction that conflicts with mempool transactions. */
export interface MinedConflict {
  /** Of its block, internal order. */
  hash: Uint8Array;
  /** In the block. */
  position: number;
  tx: Transaction;
}

/** The removal context of one batch of changes, which grows while the batch is applied. */
export interface BatchRemovalContext extends RemovalContext {
  mined: Set<string>;
  spentByBlocks: Map<string, string>;
  spentByAdded: Map<string, string>;
  removed: Map<string, Verdict>;
  /** Mined transactions that conflict with mempool transactions, by id. */
  conflicts: Map<string, MinedConflict>;
}

/** Creates the context of a batch without blocks and additions; `removed`: recent removals. */
export function createRemovalContext(removed: Map<string, Verdict>, reorganised: boolean): BatchRemovalContext {
  return {
    mined: new Set(),
    spentByBlocks: new Map(),
    spentByAdded: new Map(),
    reorganised,
    removed,
    conflicts: new Map(),
  };
}

/** Adds the transactions and spends of a connected block. */
export function addBlockToContext(
  removalContext: BatchRemovalContext,
  { hash, txs }: { hash: Uint8Array; txs: readonly Transaction[] },
  mempool: Mempool,
): void {
  for (const [position, tx] of txs.entries()) {
    const id = displayHash(tx.txid);
    removalContext.mined.add(id);
    if (tx.isCoinbase) continue;
    for (const { prevTxid, prevVout } of tx.inputs()) {
      removalContext.spentByBlocks.set(`${displayHash(prevTxid)}:${prevVout}`, id);
      const conflicting = mempool.spender(prevTxid, prevVout);
      if (conflicting !== undefined && mempool.idOf(conflicting.slot) !== id)
        removalContext.conflicts.set(id, { hash, position, tx });
    }
  }
}

/** Adds the spends of new transactions that are not in the mempool yet. */
export function addSpendsToContext(
  { spentByAdded }: BatchRemovalContext,
  newTxs: readonly MempoolTx[],
  mempool: Mempool,
): void {
  for (const { id, tx } of newTxs) {
    if (mempool.has(id)) continue;
    for (const { prevTxid, prevVout } of tx.inputs()) spentByAdded.set(`${displayHash(prevTxid)}:${prevVout}`, id);
  }
}

/**
 * Returns the slots that leave the mempool: reported ones, mined ones, and those that conflict with blocks or new
 * transactions.
 * @param reported slots, may be -1
 */
export function leavingSlots(
  reported: readonly number[],
  newTxs: readonly MempoolTx[],
  { mined, spentByBlocks }: BatchRemovalContext,
  mempool: Mempool,
): Set<number> {
  const slots = new Set(reported);
  for (const id of mined) slots.add(mempool.find(id));
  for (const [outpoint, by] of spentByBlocks) {
    const conflicting = mempool.spender(hashFromDisplay(outpoint.slice(0, 64)), Number(outpoint.slice(65)));
    if (conflicting !== undefined && mempool.idOf(conflicting.slot) !== by) slots.add(conflicting.slot);
  }
  for (const tx of newTxs) {
    if (mempool.has(tx.id)) continue;
    for (const { prevTxid, prevVout } of tx.tx.inputs()) {
      // the node has one spender per output: this one was replaced, even if no event said so yet
      const conflict = mempool.spender(prevTxid, prevVout);
      if (conflict !== undefined) slots.add(conflict.slot);
    }
  }
  slots.delete(none);
  return slots;
}
