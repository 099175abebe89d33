import { displayHash, type Transaction } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { MempoolTx } from '../memory/mempool-tx.ts';
import { MinedTxs } from './mined-txs.ts';
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
  mined: MinedTxs;
  spentByAdded: Map<string, string>;
  removed: Map<string, Verdict>;
  /** Mined transactions that conflict with mempool transactions, by id. */
  conflicts: Map<string, MinedConflict>;
  /** Slots of mempool transactions that the blocks mined or conflict with; they have not been removed yet. */
  leaving: Set<number>;
}

/** Creates the context of a batch without blocks and additions; `removed`: recent removals. */
export function createRemovalContext(removed: Map<string, Verdict>, reorganised: boolean): BatchRemovalContext {
  return {
    mined: new MinedTxs(),
    spentByAdded: new Map(),
    reorganised,
    removed,
    conflicts: new Map(),
    leaving: new Set(),
  };
}

/** Adds the transactions of a connected block. */
export function addBlockToContext(
  removalContext: BatchRemovalContext,
  { hash, txs }: { hash: Uint8Array; txs: readonly Transaction[] },
  mempool: Mempool,
): void {
  const { mined, leaving, conflicts } = removalContext;
  mined.addBlock(txs);
  if (mempool.size === 0) return;
  for (const [position, tx] of txs.entries()) {
    if (tx.isCoinbase) continue;
    const slot = mempool.findBytes(tx.txid);
    if (slot !== none) leaving.add(slot);
    for (const { prevTxid, prevVout } of tx.inputs()) {
      const conflicting = mempool.spender(prevTxid, prevVout);
      if (conflicting === undefined || conflicting.slot === slot) continue;
      leaving.add(conflicting.slot);
      conflicts.set(displayHash(tx.txid), { hash, position, tx });
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
 * transactions. Those of the blocks are returned once.
 * @param reported slots, may be -1
 */
export function leavingSlots(
  reported: readonly number[],
  newTxs: readonly MempoolTx[],
  { leaving }: BatchRemovalContext,
  mempool: Mempool,
): Set<number> {
  const slots = new Set(reported);
  for (const slot of leaving) slots.add(slot);
  leaving.clear();
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
