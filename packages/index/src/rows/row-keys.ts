import { RowBytes, RowReader } from '@glassblock/primitives/records';
import { type RowKey, rowKey } from '@glassblock/store';
import type { BucketKey } from '../prefixer.ts';
import { restBytes } from './script-bucket.ts';
import { tables } from './tables.ts';

const scratch = new RowBytes(32);
const complement = (number: number): number => 0xffffffff - number;

/** Nine bytes: bucket and rest of a script's key. */
export const scriptPartition = ({ bucket, rest }: BucketKey): Uint8Array =>
  scratch.clear().big(bucket, 4).big(rest, restBytes).copy();

/** Newest first: the complement of a chunk's first number. */
export const chunkSort = (firstNumber: number): Uint8Array => scratch.clear().big(complement(firstNumber), 4).copy();

/** Inverse of `chunkSort`. */
export const firstOfChunk = (sort: Uint8Array): number => complement(new RowReader(sort).big(4));

export const chunkKey = (script: BucketKey, firstNumber: number): RowKey =>
  rowKey(tables.chunks, scriptPartition(script), chunkSort(firstNumber));

/** Newest first, inside a transaction by output index. */
export const unspentSort = (number: number, vout: number): Uint8Array =>
  scratch.clear().big(complement(number), 4).big(vout, 3).copy();

export const unspentKey = (script: BucketKey, number: number, vout: number): RowKey =>
  rowKey(tables.unspent, scriptPartition(script), unspentSort(number, vout));

/** Inverse of `unspentSort`. */
export function unspentOf(sort: Uint8Array): { number: number; vout: number } {
  const reader = new RowReader(sort);
  return { number: complement(reader.big(4)), vout: reader.big(3) };
}
