import type { MempoolEntry, MempoolView } from '@glassblock/mempool';
import { LRUCache } from 'lru-cache';
import { chunksOf } from '../concurrency/map-bounded.ts';

/**
 * Entries of recently added transactions. While they are needed, the mempool thread sends each with the fact that adds
 * it, so that an event needs no second call; only the others are requested.
 */
export interface AnnouncedEntries {
  /** Stores entries that came with facts. */
  put(entries: readonly MempoolEntry[]): void;
  /** Returns entries in the order of the ids, without those that are neither stored nor in the mempool. */
  find(txids: readonly string[]): Promise<MempoolEntry[]>;
  /** Removes entries of transactions that left the mempool. */
  remove(txids: Iterable<string>): void;
  /** Sets whether the mempool thread sends entries; the stored ones are dropped when it stops. */
  setNeeded(isNeeded: boolean): Promise<void>;
}

const maxStored = 5_000;
/** Overhead of an entry in bytes. */
const entryBytes = 1_000;
const entriesPerBatch = 500;

/** Creates an empty cache in front of a mempool. @param maxBytes of the stored entries */
export function createAnnouncedEntries(mempool: MempoolView, maxBytes: number): AnnouncedEntries {
  const stored = new LRUCache<string, MempoolEntry>({
    max: maxStored,
    maxSize: maxBytes,
    sizeCalculation: ({ raw, prevouts }) =>
      entryBytes + raw.length + prevouts.reduce((sum, { script }) => sum + script.length, 0),
  });
  let areSent = false;
  return {
    put(entries) {
      if (areSent) for (const entry of entries) stored.set(entry.txid, entry);
    },
    async find(txids) {
      const missing = txids.filter((txid) => !stored.has(txid));
      const asked = new Map<string, MempoolEntry>();
      for (const part of chunksOf(missing, entriesPerBatch)) {
        for (const entry of await mempool.entries(part)) if (entry !== undefined) asked.set(entry.txid, entry);
      }
      return txids.flatMap((txid) => stored.get(txid) ?? asked.get(txid) ?? []);
    },
    remove(txids) {
      for (const txid of txids) stored.delete(txid);
    },
    async setNeeded(isNeeded) {
      if (isNeeded === areSent) return;
      areSent = isNeeded;
      if (!isNeeded) stored.clear();
      await mempool.attachEntries(isNeeded);
    },
  };
}
