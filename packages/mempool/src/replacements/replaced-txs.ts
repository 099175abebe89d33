import type { RemovedTx } from '../memory/mempool-tx.ts';

/** Number of replaced transactions that stay available. */
const maxReplaced = 5_000;

/** The newest replaced transactions, by id. */
export class ReplacedTxs {
  /** Oldest first. */
  private readonly txs = new Map<string, RemovedTx>();

  /** Adds transactions and evicts the oldest ones above the limit. */
  add(txs: readonly RemovedTx[]): void {
    for (const tx of txs) this.txs.set(tx.id, tx);
    for (const id of this.txs.keys()) {
      if (this.txs.size <= maxReplaced) break;
      this.txs.delete(id);
    }
  }

  /** Returns a replaced transaction; undefined when it is unknown or was evicted. */
  get(txid: string): RemovedTx | undefined {
    return this.txs.get(txid);
  }
}
