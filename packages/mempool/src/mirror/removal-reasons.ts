import type { RemovalReason } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import type { MempoolTx } from '../memory/mempool-tx.ts';
import type { MinedTxs } from './mined-txs.ts';

/** Events in the same batch as a removal. */
export interface RemovalContext {
  /** Transactions of connected blocks. */
  mined: Pick<MinedTxs, 'has' | 'spenderOf'>;
  /** Outpoints spent by newly added transactions, with the spender's id. */
  spentByAdded: ReadonlyMap<string, string>;
  /** A block was disconnected. */
  reorganised: boolean;
  /** Ids removed so far with their reason, so that a descendant can share its ancestor's. */
  removed: ReadonlyMap<string, Verdict>;
}

/** A removal reason. */
export interface Verdict {
  reason: RemovalReason;
  by?: string;
  /** False when inferred by these rules. */
  certain: boolean;
}

/** Default expiry of mempool transactions: two weeks. */
const expirySeconds = 14 * 24 * 3600;

/**
 * Infers why a transaction left the mempool; undefined when nothing explains it yet. The node's messages carry no
 * reason: only mining is certain.
 */
export function explainRemoval(tx: MempoolTx, removalContext: RemovalContext): Verdict | undefined {
  if (removalContext.mined.has(tx.txid)) return { reason: 'mined', certain: true };
  const inputs = tx.tx.inputs();
  for (const { prevTxid, prevVout } of inputs) {
    const spender = removalContext.mined.spenderOf(prevTxid, prevVout);
    if (spender !== undefined) return { reason: 'conflict', by: displayHash(spender.txid), certain: true };
  }
  const outpoints = inputs.map(({ prevTxid, prevVout }) => `${displayHash(prevTxid)}:${prevVout}`);
  for (const outpoint of outpoints) {
    const by = removalContext.spentByAdded.get(outpoint);
    if (by !== undefined && by !== tx.id) return { reason: 'replaced', by, certain: true };
  }
  for (const outpoint of outpoints) {
    const parent = removalContext.removed.get(outpoint.slice(0, 64));
    if (parent !== undefined && parent.reason !== 'mined') return { ...parent, certain: false };
  }
  if (removalContext.reorganised) return { reason: 'reorg', certain: false };
  return undefined;
}

/** Returns the reason of a removal that nothing explained in time. */
export function unexplained(tx: MempoolTx, now: number): Verdict {
  return { reason: now - tx.firstSeen >= expirySeconds ? 'expired' : 'evicted', certain: false };
}
