import type { Fact, JournalEvent, RemovalReason } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';

/** A transaction that left the mempool. Ids in display hex. */
export interface Removal {
  txid: string;
  reason: RemovalReason;
  /** Its replacement, in the mempool or in a block. */
  by: string | undefined;
}

/** An event of the live feed, in order. */
export type LiveEvent =
  /** Between two blocks: first `removed` left, then `added` arrived. A transaction that was added and removed is in `removed` only. */
  | { type: 'mempool'; added: Set<string>; removed: Removal[] }
  | { type: 'block'; id: string; height: number }
  /**
   * Blocks were disconnected, from height `lost` down. Comes after the blocks that replaced them, as far as known:
   * `regained` is the height of the last of them, -1 when there is none yet.
   */
  | { type: 'reorganised'; lost: number; regained: number }
  /** Events about Lightning nodes and channels. */
  | { type: 'lightning'; events: readonly JournalEvent[] };

/** An event of the chain or the mempool. */
export type ChainEvent = Exclude<LiveEvent, { type: 'lightning' }>;

/** Converts journal facts to live events. */
export function liveEventsOf(facts: readonly Fact[]): ChainEvent[] {
  const liveEvents: ChainEvent[] = [];
  let lost = -1;
  let regained = -1;
  const mempool = () => {
    const last = liveEvents.at(-1);
    if (last?.type === 'mempool') return last;
    const change: Extract<LiveEvent, { type: 'mempool' }> = { type: 'mempool', added: new Set(), removed: [] };
    liveEvents.push(change);
    return change;
  };
  for (const fact of facts) {
    switch (fact.type) {
      case 'tx-added':
        mempool().added.add(displayHash(fact.txid));
        break;
      case 'tx-removed': {
        const txid = displayHash(fact.txid);
        const change = mempool();
        change.added.delete(txid);
        change.removed.push({
          txid,
          reason: fact.reason,
          by: fact.by === undefined ? undefined : displayHash(fact.by),
        });
        break;
      }
      case 'block-connected':
        liveEvents.push({ type: 'block', id: displayHash(fact.hash), height: fact.height });
        regained = fact.height;
        break;
      case 'block-disconnected':
        lost = Math.max(lost, fact.height);
        regained = -1;
        break;
    }
  }
  if (lost >= 0) liveEvents.push({ type: 'reorganised', lost, regained });
  return liveEvents;
}

/** Returns the replacement of a removed transaction; undefined for other reasons. */
export function replacementOf({ reason, by }: Removal): string | undefined {
  return reason === 'replaced' || reason === 'conflict' ? by : undefined;
}
