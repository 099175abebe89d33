import { displayHash, type Transaction } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { BlockMatch } from '../memory/block-match.ts';
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
  /** Slots of mempool transactions that the blocks mined; they have not been removed yet. */
  minedSlots: Set<number>;
  /** Slots of mempool transactions that the blocks conflict with; they have not been removed yet. */
  displaced: Set<number>;
}

/** Creates the context of a batch without blocks and additions; `removed`: recent removals. */
export function createRemovalContext(removed: Map<string, Verdict>, reorganised: boolean): BatchRemovalContext {
  return {
    mined: new MinedTxs(),
    spentByAdded: new Map(),
    reorganised,
    removed,
    conflicts: new Map(),
    minedSlots: new Set(),
    displaced: new Set(),
  };
}

/** Adds the transactions of a connected block. */
export function addBlockToContext(
  { mined, minedSlots, displaced, conflicts }: BatchRemovalContext,
  { hash, txs, match }: { hash: Uint8Array; txs: readonly Transaction[]; match: BlockMatch },
): void {
  mined.addBlock(txs);
  for (const slot of match.slots) if (slot !== none) minedSlots.add(slot);
  for (const { position, slot } of match.conflicts) {
    displaced.add(slot);
    const tx = txs[position]!;
    conflicts.set(displayHash(tx.txid), { hash, position, tx });
  }
}

/** Returns and clears the slots that the blocks mined, to be removed apart from the other changes. */
export function takeMinedSlots({ minedSlots }: BatchRemovalContext): number[] {
  const slots = [...minedSlots];
  minedSlots.clear();
  return slots;
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
  { minedSlots, displaced }: BatchRemovalContext,
  mempool: Mempool,
): Set<number> {
  const slots = new Set([...reported, ...minedSlots, ...displaced]);
  minedSlots.clear();
  displaced.clear();
  for (const tx of newTxs) {
    if (mempool.has(tx.id)) continue;
    for (const { prevTxid, prevVout } of tx.tx.inputs()) {
      // the node has one spender per output: this one was replaced, even if no event has reported it yet
      const conflict = mempool.spender(prevTxid, prevVout);
      if (conflict !== undefined) slots.add(conflict.slot);
    }
  }
  slots.delete(none);
  return slots;
}
