import type { MempoolEntry } from '@glassblock/mempool';
import { LRUCache } from 'lru-cache';

/** Pool transactions that touch followed scripts, as they were: who left the pool can no longer be asked for there, but its
 *  leaving has to be shown. Bounded in bytes; the ones that were not needed for longest go first. */
export interface RemovedTxCache {
  has(txid: string): boolean;
  keep(entry: MempoolEntry): void;
  /** Gives one away. */
  take(txid: string): MempoolEntry | undefined;
}

/** What an entry costs beside its scripts. */
const entryBytes = 1_000;
const prevoutBytes = 150;

export function createRemovedTxCache(maxBytes: number): RemovedTxCache {
  const entries = new LRUCache<string, MempoolEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ raw, prevouts }) =>
      entryBytes + raw.length + prevouts.reduce((sum, { script }) => sum + prevoutBytes + script.length, 0),
  });
  return {
    has: (txid) => entries.has(txid),
    keep: (entry) => void entries.set(entry.txid, entry),
    take(txid) {
      const entry = entries.get(txid);
      entries.delete(txid);
      return entry;
    },
  };
}
