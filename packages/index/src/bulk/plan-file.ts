import { equalBytes } from '@glassblock/primitives';
import { RowBytes, RowReader } from '@glassblock/primitives/records';
import type { ChainHeader } from '../chain-source.ts';

/** What the file of a first build's plan holds. */
export interface StoredPlan {
  /** Of the index that is built. */
  key: Uint8Array;
  partitions: number;
  /** From genesis on. */
  headers: ChainHeader[];
}

/** Encodes a plan: key of the index (16), partitions, blocks; then hash, time and transactions of each block. */
export function encodePlan({ key, partitions, headers }: StoredPlan): Uint8Array {
  const row = new RowBytes(32 + headers.length * 40).append(key).big(partitions, 4).big(headers.length, 4);
  for (const { hash, time, txCount } of headers) row.append(hash).big(time, 4).big(txCount, 4);
  return row.copy();
}

/** Decodes a plan; undefined when it is of another index, or not whole. */
export function decodePlan(bytes: Uint8Array, key: Uint8Array): StoredPlan | undefined {
  if (bytes.length < 24 || !equalBytes(bytes.subarray(0, 16), key)) return undefined;
  const reader = new RowReader(bytes, 16);
  const partitions = reader.big(4);
  const count = reader.big(4);
  if (bytes.length !== 24 + count * 40 || count === 0) return undefined;
  const headers = Array.from({ length: count }, () => ({
    hash: reader.take(32),
    time: reader.big(4),
    txCount: reader.big(4),
  }));
  return { key, partitions, headers };
}
