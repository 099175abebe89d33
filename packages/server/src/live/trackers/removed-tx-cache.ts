import type { MempoolEntry } from '@glassblock/mempool';
import { LRUCache } from 'lru-cache';

/**
 * Mempool transactions that touch followed scripts: after their removal the mempool no longer has them, but it must be
 * reported. Bounded in bytes, least recently used first.
 */
export interface RemovedTxCache {
  has(txid: string): boolean;
  keep(entry: MempoolEntry): void;
  /** Removes and returns one. */
  take(txid: string): MempoolEntry | undefined;
}

/** Overhead of an entry in bytes. */
const entryBytes = 1_000;
const prevoutBytes = 150;

/** Creates the cache. */
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
