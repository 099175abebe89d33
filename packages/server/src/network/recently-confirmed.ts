import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';

/** Maximum delay of the index after the mempool, ms. */
const retentionMs = 30_000;
const timeoutMs = 2_000;
/** Several full blocks. */
const maxTxids = 50_000;

/** Transactions that left the mempool into a block which the index may not have yet. */
export interface RecentlyConfirmed {
  note(facts: readonly Fact[]): void;
  /**
   * Repeats the lookup for one of them whenever the network's state changes, for at most two seconds.
   * @returns the result of `lookup`; undefined immediately if it is not one of them
   */
  wait<T>(txid: string, lookup: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** @param onState subscribes to state changes and returns how to unsubscribe */
export function createRecentlyConfirmed(onState: (listener: () => void) => () => void): RecentlyConfirmed {
  const txids = new LRUCache<string, true>({ max: maxTxids, ttl: retentionMs });

  function nextState(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        leave();
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, maxMs));
      const leave = onState(done);
    });
  }

  return {
    note(facts) {
      for (const fact of facts) {
        if (fact.type !== 'tx-removed') continue;
        if (fact.reason === 'mined') txids.set(displayHash(fact.txid), true);
        else if (fact.reason === 'conflict' && fact.by !== undefined) txids.set(displayHash(fact.by), true);
      }
    },
    async wait(txid, lookup) {
      const deadline = Date.now() + timeoutMs;
      while (txids.has(txid) && Date.now() < deadline) {
        await nextState(deadline - Date.now());
        const found = await lookup();
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
