import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { RowBytes, RowReader } from '@glassblock/primitives/records';

/** A block that left the chain and what it spent, in the node's serialisations. */
export interface StaleBody {
  block: Uint8Array;
  spent: Uint8Array;
}

const mostBytes = 256 * 1024 * 1024;

/** Length of the block, block, spent outputs; compressed. */
export function encodeStaleBody({ block, spent }: StaleBody): Uint8Array {
  const row = new RowBytes(block.length + spent.length + 8).varint(block.length).append(block).append(spent);
  return zstdCompressSync(row.bytes.subarray(0, row.length));
}

export function decodeStaleBody(value: Uint8Array): StaleBody {
  const reader = new RowReader(zstdDecompressSync(value, { maxOutputLength: mostBytes }));
  const block = reader.take(reader.varint());
  return { block, spent: reader.take(reader.end - reader.at) };
}
