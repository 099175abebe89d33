import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { RowBytes, RowReader } from '@glassblock/primitives/records';
import type { OutputEffect } from '../block-effects.ts';
import type { BucketKey } from '../prefixer.ts';
import { restBytes } from './script-bucket.ts';

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

const mostBytes = 256 * 1024 * 1024;

/** What a block did, compressed: enough to disconnect it without the node. */
export function encodeUndo(undone: UndoneBlock): Uint8Array {
  const row = new RowBytes(1 << 16);
  row.big(undone.first, 4).varint(undone.txCount).varint(undone.scripts.length);
  for (const key of undone.scripts) writeKey(row, key, restBytes);
  row.varint(undone.created.length);
  for (const { number, vout, ...key } of undone.created) {
    writeKey(row, key, restBytes);
    row.varint(number - undone.first).varint(vout);
  }
  row.varint(undone.consumed.length);
  for (const { number, vout, value, ...key } of undone.consumed) {
    writeKey(row, key, restBytes);
    row.big(number, 4).varint(vout).varint(value);
  }
  for (const { bucket } of undone.txids) row.big(bucket, 4);
  return zstdCompressSync(row.bytes.subarray(0, row.length));
}

export function decodeUndo(value: Uint8Array): UndoneBlock {
  const reader = new RowReader(zstdDecompressSync(value, { maxOutputLength: mostBytes }));
  const first = reader.big(4);
  const txCount = reader.varint();
  const list = <T>(length: number, read: () => T): T[] => Array.from({ length }, read);
  return {
    first,
    txCount,
    scripts: list(reader.varint(), () => readKey(reader, restBytes)),
    created: list(reader.varint(), () => {
      const key = readKey(reader, restBytes);
      return { ...key, number: first + reader.varint(), vout: reader.varint() };
    }),
    consumed: list(reader.varint(), () => {
      const key = readKey(reader, restBytes);
      return { ...key, number: reader.big(4), vout: reader.varint(), value: reader.varint() };
    }),
    txids: list(txCount, () => ({ bucket: reader.big(4) })),
  };
}

function writeKey(row: RowBytes, { bucket, rest }: BucketKey, width: number): void {
  row.big(bucket, 4).big(rest, width);
}

function readKey(reader: RowReader, width: number): BucketKey {
  return { bucket: reader.big(4), rest: reader.big(width) };
}
