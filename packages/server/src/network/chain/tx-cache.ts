import { equalBytes, type Transaction, type TxOutput } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';

/** A transaction with its prevouts. */
export interface TxWithPrevouts {
  tx: Transaction;
  /** In input order; none for a coinbase. */
  prevouts: TxOutput[];
}

/** Mined transactions that requests needed, bounded in bytes. */
export interface TxCache {
  /** @param hash of the block */
  get(hash: Uint8Array, height: number, position: number): TxWithPrevouts | undefined;
  /** @param found copies that retain nothing else */
  set(hash: Uint8Array, height: number, position: number, found: TxWithPrevouts): void;
}

interface Entry {
  hash: Uint8Array;
  found: TxWithPrevouts;
}

/** Objects of an entry and of its transaction, and of each prevout. */
const entryBytes = 600;
const prevoutBytes = 150;
/** More than the transactions of a block. */
const positions = 1 << 20;

/**
 * Creates a cache. A page of an address needs 25 transactions and the outputs that they spend, of as many blocks: the
 * same page again would read and parse up to a hundred parts of blocks.
 */
export function createTxCache(maxBytes: number): TxCache {
  const cache = new LRUCache<number, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ found: { tx, prevouts } }) =>
      entryBytes + tx.size + prevouts.reduce((sum, { script }) => sum + prevoutBytes + script.length, 0),
  });
  return {
    get(hash, height, position) {
      const entry = cache.get(height * positions + position);
      // after a reorg another block has this height
      return entry !== undefined && equalBytes(entry.hash, hash) ? entry.found : undefined;
    },
    set(hash, height, position, found) {
      cache.set(height * positions + position, { hash, found });
    },
  };
}
