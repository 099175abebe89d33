import type { BlockBytes, BlockSource } from '@glassblock/node';
import {
  CodedError,
  displayHash,
  headerSize,
  isCoded,
  readCompactSize,
  readSpentOutputs,
  readTransaction,
  type SpentOutputs,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import { type BlockColumns, readBlockColumns } from '@glassblock/primitives/columns';
import { LRUCache } from 'lru-cache';
import { createTxCache, type TxCache } from './tx-cache.ts';

/** A block body as bytes; transactions and prevouts are parsed on demand as views of them. */
export interface Body {
  /** The serialized block. */
  readonly bytes: Uint8Array;
  readonly txCount: number;
  /** @param position below `txCount` */
  tx(position: number): Transaction;
  /** Returns the prevouts in input order; none for the coinbase. */
  prevouts(position: number): TxOutput[];
  /**
   * Reads the whole block as columns.
   * @throws {CodedError} as readBlockColumns; node.bad-answer when the spent outputs are of another block
   */
  columns(): BlockColumns;
}

/** Another source of a body; undefined when it has none. */
export interface FallbackBody {
  read(): Promise<BlockBytes | undefined>;
  /** Tried before the node; else after the node has failed. */
  first: boolean;
}

/** Block bodies from the node, with a cache bounded in bytes. */
export interface Bodies {
  /** Transactions of blocks, and their prevouts. */
  readonly txs: TxCache;
  /** Returns a cached body. */
  cached(hash: Uint8Array): Body | undefined;
  /**
   * Fetches a body. Concurrent requests for one block share the work; concurrent fetches are bounded.
   * @throws {CodedError} of the node: node.no-data, node.unknown-block, node.away ..
   */
  body(hash: Uint8Array, stored?: FallbackBody): Promise<Body>;
  /**
   * Returns a part of a serialized block; undefined when the node has no partial reads.
   * @throws as body
   */
  part(hash: Uint8Array, offset: number, size: number): Promise<Uint8Array | undefined>;
}

const fetchConcurrency = 6;
/** Errors of a node that is there and has no body: removed, or it does not answer the call. */
const refusals = ['node.unknown-block', 'node.no-data', 'node.rpc'] as const;
/** Overhead of a cache entry in bytes. */
const entryBytes = 512;

interface CachedBody extends Body {
  readonly heldBytes: number;
}

/**
 * Parses a body.
 * @throws {CodedError} as readTransaction and readSpentOutputs; node.bad-answer when the two do not belong together
 */
export function bodyOf({ block, spent }: BlockBytes): CachedBody {
  const txAt = transactionOffsets(block);
  const spentOutputs: SpentOutputs = readSpentOutputs(spent);
  const txCount = txAt.length;
  if (spentOutputs.txCount !== txCount) throw mismatch(block);
  return {
    bytes: block,
    txCount,
    // two offsets per transaction: here, and inside the spent outputs
    heldBytes: block.length + spent.length + 2 * txAt.byteLength + entryBytes,
    tx(position) {
      const at = txAt[position];
      if (at === undefined) throw new RangeError(`no transaction ${position} of ${txCount}`);
      return readTransaction(block, at);
    },
    prevouts(position) {
      if (position === 0) return [];
      const prevouts = spentOutputs.of(position);
      if (prevouts.length !== readTransaction(block, txAt[position]!).inputCount) throw mismatch(block);
      return prevouts;
    },
    columns() {
      try {
        return readBlockColumns(block, spent);
      } catch (error) {
        throw isCoded(error, 'primitives.spent-mismatch') ? mismatch(block) : error;
      }
    },
  };
}

const mismatch = (block: Uint8Array) =>
  new CodedError('node.bad-answer', 'the spent outputs are of another block', { datum: block.length });

/**
 * Returns the offset of each transaction of a serialized block.
 * @throws {CodedError} as readTransaction
 */
function transactionOffsets(block: Uint8Array): Uint32Array {
  const { value: count, next } = readCompactSize(block, headerSize);
  if (count > block.length) throw mismatch(block);
  const offsets = new Uint32Array(count);
  let at = next;
  for (let i = 0; i < count; i++) {
    offsets[i] = at;
    at = readTransaction(block, at).end;
  }
  if (at !== block.length) throw mismatch(block);
  return offsets;
}

/** Share of the cache for single transactions. */
const txShare = 1 / 8;

/** Creates the body cache of a node. */
export function createBodies(source: BlockSource, cacheBytes: number): Bodies {
  const cache = new LRUCache<string, CachedBody>({
    maxSize: Math.ceil((1 - txShare) * cacheBytes),
    sizeCalculation: ({ heldBytes }) => heldBytes,
  });
  const underWay = new Map<string, Promise<CachedBody>>();
  const queue: (() => void)[] = [];
  let running = 0;

  async function bytesOf(hash: Uint8Array, stored: FallbackBody | undefined): Promise<BlockBytes> {
    const known = stored?.first === true ? await stored.read() : undefined;
    if (known !== undefined) return known;
    try {
      return await source.blockWithSpent(hash);
    } catch (error) {
      const isRefused = refusals.some((code) => isCoded(error, code));
      const copy = isRefused && stored?.first === false ? await stored.read() : undefined;
      if (copy === undefined) throw error;
      return copy;
    }
  }

  async function fetch(hash: Uint8Array, stored: FallbackBody | undefined): Promise<CachedBody> {
    if (running >= fetchConcurrency) await new Promise<void>((resolve) => queue.push(resolve));
    running++;
    try {
      return bodyOf(await bytesOf(hash, stored));
    } finally {
      running--;
      queue.shift()?.();
    }
  }

  return {
    txs: createTxCache(Math.ceil(txShare * cacheBytes)),
    cached: (hash) => cache.get(displayHash(hash)),
    async body(hash, stored) {
      const id = displayHash(hash);
      const known = cache.get(id);
      if (known !== undefined) return known;
      let fetching = underWay.get(id);
      if (fetching === undefined) {
        fetching = fetch(hash, stored).finally(() => underWay.delete(id));
        underWay.set(id, fetching);
        fetching.then(
          (body) => cache.set(id, body),
          () => undefined,
        );
      }
      return fetching;
    },
    part: (hash, offset, size) => source.part(hash, offset, size),
  };
}
