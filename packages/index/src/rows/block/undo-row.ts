import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { list, listOf, RowBytes, record, u32be, varint } from '@glassblock/primitives/records';
import type { OutputEffect } from '../../planning/block-effects.ts';
import type { BucketKey } from '../../prefixer.ts';
import { scriptKey, scriptRest } from '../row-keys.ts';

/** The changes of a block as stored in its undo row: sufficient to disconnect it without the node. */
export interface UndoneBlock {
  first: number;
  txCount: number;
  scripts: BucketKey[];
  created: Omit<OutputEffect, 'value'>[];
  /** Outputs of earlier blocks spent by the block, with the numbers of their transactions. */
  consumed: OutputEffect[];
  txids: { bucket: number }[];
}

/** The changes of a block, before compression. */
export const undoRow = record({
  /** Number of the block's first transaction. */
  first: u32be,
  txCount: varint,
  scripts: list(varint, scriptKey),
  created: list(
    varint,
    record({
      bucket: u32be,
      rest: scriptRest,
      /** Number of the transaction relative to the first one of the block. */
      distance: varint,
      vout: varint,
    }),
  ),
  consumed: list(
    varint,
    record({
      bucket: u32be,
      rest: scriptRest,
      number: u32be,
      vout: varint,
      value: varint,
    }),
  ),
  /** One per transaction. */
  txids: listOf(({ txCount }: { txCount: number }) => txCount, record({ bucket: u32be })),
});

const maxBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/** Encodes and compresses the changes of a block. */
export function encodeUndo(undone: UndoneBlock): Uint8Array {
  const created = undone.created.map(({ bucket, rest, number, vout }) => ({
    bucket,
    rest,
    distance: number - undone.first,
    vout,
  }));
  undoRow.write(scratch.clear(), { ...undone, created });
  return zstdCompressSync(scratch.bytes.subarray(0, scratch.length));
}

/** Decompresses and decodes the changes of a block. */
export function decodeUndo(row: Uint8Array): UndoneBlock {
  const undone = undoRow.decode(zstdDecompressSync(row, { maxOutputLength: maxBytes }));
  const created = undone.created.map(({ bucket, rest, distance, vout }) => ({
    bucket,
    rest,
    number: undone.first + distance,
    vout,
  }));
  return { ...undone, created };
}
