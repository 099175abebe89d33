import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { list, listOf, RowBytes, record, u32be, varint } from '@glassblock/primitives/records';
import type { OutputEffect } from '../../block-effects.ts';
import type { BucketKey } from '../../prefixer.ts';
import { scriptKey, scriptRest } from '../row-keys.ts';

/** What a block did, as its undo row keeps it: enough to take it back without the node. */
export interface UndoneBlock {
  first: number;
  txCount: number;
  scripts: BucketKey[];
  created: Omit<OutputEffect, 'value'>[];
  /** Outputs of earlier blocks that the block spent, with the numbers of their transactions. */
  consumed: OutputEffect[];
  txids: { bucket: number }[];
}

/** What a block did, before compression. */
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
      /** Of the transaction's number from the first one of the block. */
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
  /** One for each transaction. */
  txids: listOf(({ txCount }: { txCount: number }) => txCount, record({ bucket: u32be })),
});

const maxBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/** Encodes and compresses what a block did. */
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

/** Decompresses and decodes what a block did. */
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
