import { mapped, RowBytes, record, u32be, uintBE, type ValueOf } from '@glassblock/primitives/records';
import { type RowKey, rowKey } from '@glassblock/store';
import { tables } from './tables.ts';

/** The rest of a script's prefix after the bucket. */
export const scriptRest = uintBE(5);

/** A script: partition key of its chunks and unspent outputs. */
export const scriptKey = record({
  bucket: u32be,
  rest: scriptRest,
});
/** Bucket number, and the rest of the prefix, which identifies a member of the bucket. */
export type BucketKey = ValueOf<typeof scriptKey>;

/** Complement of a number, so that the newest sorts first. */
const newestFirst = mapped(
  u32be,
  (number: number) => 0xffffffff - number,
  (stored) => 0xffffffff - stored,
);

/** Sort key of a chunk. */
export const chunkSortKey = record({
  /** Complement of the number of the first transaction. */
  firstNumber: newestFirst,
});

/** Sort key of an unspent output. */
export const unspentSortKey = record({
  /** Complement of the number of the transaction. */
  number: newestFirst,
  vout: uintBE(3),
});

const scratch = new RowBytes(32);

/** Encodes the partition of a script's chunks and unspent outputs. */
export function scriptPartition(script: BucketKey): Uint8Array {
  scriptKey.write(scratch.clear(), script);
  return scratch.copy();
}

/** Encodes the sort key of a chunk. */
export const chunkSort = (firstNumber: number): Uint8Array => chunkSortKey.encode({ firstNumber });

/** Decodes the sort key of a chunk. */
export const firstOfChunk = (sort: Uint8Array): number => chunkSortKey.decode(sort).firstNumber;

/** Encodes the key of a chunk. */
export const chunkKey = (script: BucketKey, firstNumber: number): RowKey =>
  rowKey(tables.chunks, scriptPartition(script), chunkSort(firstNumber));

/** Encodes the sort key of an unspent output: newest transaction first, then by output index. */
export const unspentSort = (number: number, vout: number): Uint8Array => unspentSortKey.encode({ number, vout });

/** Decodes the sort key of an unspent output. */
export const unspentOf = (sort: Uint8Array): { number: number; vout: number } => unspentSortKey.decode(sort);

/** Encodes the key of an unspent output. */
export const unspentKey = (script: BucketKey, number: number, vout: number): RowKey =>
  rowKey(tables.unspent, scriptPartition(script), unspentSort(number, vout));
