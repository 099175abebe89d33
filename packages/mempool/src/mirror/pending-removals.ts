import type { RemovedTx } from '../memory/mempool-tx.ts';
import type { BatchRemovalContext } from './removal-context.ts';
import { explainRemoval, unexplained, type Verdict } from './removal-reasons.ts';

/** Removals wait this long for an explanation. */
const explainSeconds = 2;
/** Reasons are stored for this long. */
const retainSeconds = 30;

/** A removal with its reason. */
export interface ExplainedRemoval {
  tx: RemovedTx;
  verdict: Verdict;
}

/** Finds the reasons of removals: now, with a later batch, or by default. Times are seconds. */
export class PendingRemovals {
  /** Removals without a reason, by id. */
  private readonly pending = new Map<string, { tx: RemovedTx; since: number }>();
  /** Recent removals, oldest first: the reason of a transaction also explains its descendants. */
  private readonly concluded = new Map<string, { verdict: Verdict; at: number }>();

  /** Number of removals without a reason. */
  get count(): number {
    return this.pending.size;
  }

  /** Returns a copy of the recent reasons, by id. */
  recentVerdicts(): Map<string, Verdict> {
    return new Map([...this.concluded].map(([id, { verdict }]) => [id, verdict]));
  }

  /**
   * Explains pending and new removals, and returns those with a reason, which is also added to the context. The others
   * stay pending.
   */
  explain(removedTxs: readonly RemovedTx[], removalContext: BatchRemovalContext, now: number): ExplainedRemoval[] {
    const all = [...Array.from(this.pending.values(), ({ tx }) => tx), ...removedTxs];
    const { explained, open } = explainAll(all, removalContext);
    for (const { tx, verdict } of explained) {
      this.concluded.set(tx.id, { verdict, at: now });
      this.pending.delete(tx.id);
    }
    for (const tx of open) if (!this.pending.has(tx.id)) this.pending.set(tx.id, { tx, since: now });
    return explained;
  }

  /** Drops a pending removal: the transaction is back. */
  cancel(txid: string): void {
    this.pending.delete(txid);
  }

  /** Drops the stored reason of a transaction that entered the mempool again. */
  forgetVerdict(txid: string): void {
    this.concluded.delete(txid);
  }

  /** Drops old reasons, and returns removals that nothing explained in time, with a default reason. */
  settle(now: number): ExplainedRemoval[] {
    for (const [id, { at }] of this.concluded) {
      if (now - at < retainSeconds) break;
      this.concluded.delete(id);
    }
    const settled: ExplainedRemoval[] = [];
    for (const [id, { tx, since }] of this.pending) {
      if (now - since < explainSeconds) continue;
      this.pending.delete(id);
      settled.push({ tx, verdict: unexplained(tx, now) });
    }
    return settled;
  }
}

/** Reasons of removals, first those with a reason of their own, then their descendants; `open`: without a reason. */
function explainAll(
  removedTxs: readonly RemovedTx[],
  removalContext: BatchRemovalContext,
): { explained: ExplainedRemoval[]; open: readonly RemovedTx[] } {
  const explained: ExplainedRemoval[] = [];
  let open = removedTxs;
  for (let before = -1; before !== explained.length; ) {
    before = explained.length;
    const left: RemovedTx[] = [];
    for (const tx of open) {
      const verdict = explainRemoval(tx, removalContext);
      if (verdict === undefined) left.push(tx);
      else {
        removalContext.removed.set(tx.id, verdict);
        explained.push({ tx, verdict });
      }
    }
    open = left;
  }
  return { explained, open };
}
