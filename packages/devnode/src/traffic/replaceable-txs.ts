import type { MempoolEntry, MempoolState } from '../state/mempool-state.ts';
import type { RandomSource } from './random-source.ts';

const maxTries = 6;
const maxTxids = 2_000;
const evictedTxids = 1_000;

/** Transactions that later traffic may replace. */
export class ReplaceableTxs {
  private readonly mempool: MempoolState;
  /** Oldest first. */
  private readonly txids: string[] = [];

  constructor(mempool: MempoolState) {
    this.mempool = mempool;
  }

  add(txid: string): void {
    this.txids.push(txid);
  }

  /** Evicts the oldest above the limit. */
  trim(): void {
    if (this.txids.length > maxTxids) this.txids.splice(0, evictedTxids);
  }

  /** Returns one that is in the mempool without descendants; undefined when a few tries find none. */
  pick(random: RandomSource): MempoolEntry | undefined {
    const { txids } = this;
    for (let tries = 0; tries < maxTries && txids.length > 0; tries++) {
      const at = random.between(0, txids.length - 1);
      const entry = this.mempool.entries.get(txids[at]!);
      if (entry !== undefined && entry.children.size === 0) return entry;
      txids.splice(at, 1);
    }
    return undefined;
  }
}
