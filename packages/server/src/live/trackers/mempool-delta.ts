import { type Removal, replacementOf } from '../live-events.ts';
import type { OutboundMempoolTx } from '../messages/outbound-tx.ts';
import type { MempoolChange } from '../tracker.ts';

/**
 * The difference between two states of the mempool: each id is in at most one list, by the final state. Idempotent: a
 * reader that started in between gets the same result.
 */
export interface MempoolDelta {
  /** Undefined for transactions that were not available. */
  added: Map<string, OutboundMempoolTx | undefined>;
  /** Left for another reason than a block. */
  removed: Set<string>;
  /** In a block, whether or not in the mempool before. */
  mined: Set<string>;
  /** Replaced -> replacement. */
  replaced: Map<string, string>;
}

/** Sums changes of the mempool. */
export interface MempoolDeltaSum {
  add(change: MempoolChange): void;
  /** @param txids of a connected block, without those in the mempool */
  addBlock(txids: Iterable<string>): void;
  /** Data was lost: the next delta must be skipped. */
  spoil(): void;
  /**
   * Starts a new delta.
   * @returns the previous one; undefined when it was spoilt or too large
   */
  take(): MempoolDelta | undefined;
}

const maxIds = 50_000;
/** Txids that left the mempool as mined: their block need not report them again. */
const maxPublished = 30_000;

const emptyDelta = (): MempoolDelta => ({
  added: new Map(),
  removed: new Set(),
  mined: new Set(),
  replaced: new Map(),
});

/** Creates an empty sum. */
export function createMempoolDeltaSum(): MempoolDeltaSum {
  let delta = emptyDelta();
  let isWhole = true;
  const publishedMined = new Set<string>();

  function mine(txid: string): void {
    delta.added.delete(txid);
    delta.removed.delete(txid);
    delta.mined.add(txid);
  }

  function remove(removal: Removal): void {
    const { txid, reason } = removal;
    const by = replacementOf(removal);
    if (by !== undefined) delta.replaced.set(txid, by);
    if (reason === 'mined') {
      // always: a client may have loaded the mempool after the block was connected and before this removal
      mine(txid);
      publishedMined.add(txid);
    } else {
      delta.added.delete(txid);
      delta.removed.add(txid);
    }
  }

  function insert(txid: string, tx: OutboundMempoolTx | undefined): void {
    // it may have returned from a block
    publishedMined.delete(txid);
    delta.mined.delete(txid);
    delta.removed.delete(txid);
    delta.added.set(txid, tx);
  }

  function begin(whole: boolean): void {
    delta = emptyDelta();
    isWhole = whole;
  }

  const spoil = () => begin(false);

  function bound(): void {
    for (const txid of publishedMined) {
      if (publishedMined.size <= maxPublished) break;
      publishedMined.delete(txid);
    }
    if (delta.added.size + delta.removed.size + delta.mined.size > maxIds) spoil();
  }

  return {
    add({ addedIds, added, removed }) {
      for (const removal of removed) remove(removal);
      const txs = new Map(added.map((tx) => [tx.txid, tx]));
      for (const txid of addedIds) insert(txid, txs.get(txid));
      bound();
    },
    addBlock(txids) {
      for (const txid of txids) if (!publishedMined.has(txid)) mine(txid);
      bound();
    },
    spoil,
    take() {
      const taken = isWhole ? delta : undefined;
      begin(true);
      return taken;
    },
  };
}
