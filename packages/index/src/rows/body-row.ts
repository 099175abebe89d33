import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Sats, TxOutput } from '@glassblock/primitives';
import type { BlockColumns } from '@glassblock/primitives/columns';
import { RowBytes, RowReader } from '@glassblock/primitives/records';

/** Transactions whose bodies share a row. */
export const bodyGroup = 16;

/** A stored transaction: its bytes and the outputs that it spends, in input order (none for a coinbase). */
export interface StoredBody {
  raw: Uint8Array;
  prevouts: TxOutput[];
}

/** The columns of a block that its bodies are made of. */
export type BodyColumns = Pick<
  BlockColumns,
  'bytes' | 'txAt' | 'firstInput' | 'spentBytes' | 'spentValue' | 'spentScriptAt' | 'spentScriptEnd'
>;

const mostBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/** One body before compression: length and bytes; count of previous outputs, each value, length and script. */
function writeBody(row: RowBytes, columns: BodyColumns, t: number): void {
  const { bytes, txAt, firstInput, spentBytes } = columns;
  row.varint(txAt[t + 1]! - txAt[t]!).append(bytes, txAt[t]!, txAt[t + 1]!);
  row.varint(firstInput[t + 1]! - firstInput[t]!);
  for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
    const [at, end] = [columns.spentScriptAt[i]!, columns.spentScriptEnd[i]!];
    row
      .varint(columns.spentValue[i]!)
      .varint(end - at)
      .append(spentBytes, at, end);
  }
}

/** Packed bodies of some transactions of a block, to be put behind `before`. */
export function packBodies(columns: BodyColumns, from: number, to: number, before: Uint8Array | undefined): Uint8Array {
  const row = scratch.clear();
  if (before !== undefined) row.append(unpacked(before));
  for (let t = from; t < to; t++) writeBody(row, columns, t);
  return packed(row.bytes.subarray(0, row.length));
}

/** Compresses bodies that stand one after the other. */
export const packed = (bodies: Uint8Array): Uint8Array => zstdCompressSync(bodies);

/** Bodies of a packed row before compression. */
export const unpacked = (value: Uint8Array): Uint8Array => zstdDecompressSync(value, { maxOutputLength: mostBytes });

/** Joins packed rows: their bodies one after the other. */
export function joinPacked(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const row = scratch.clear();
  for (const part of parts) row.append(unpacked(part));
  return packed(row.bytes.subarray(0, row.length));
}

/** The body at a place of a packed row. */
export function bodyIn(value: Uint8Array, member: number): StoredBody {
  const reader = new RowReader(unpacked(value));
  for (let i = 0; i < member; i++) skipBody(reader);
  return readBody(reader);
}

/** All bodies of a packed row. */
export function everyBodyIn(value: Uint8Array): StoredBody[] {
  const reader = new RowReader(unpacked(value));
  const bodies: StoredBody[] = [];
  while (!reader.isDone) bodies.push(readBody(reader));
  return bodies;
}

function readBody(reader: RowReader): StoredBody {
  const raw = reader.take(reader.varint());
  const prevouts = Array.from({ length: reader.varint() }, (): TxOutput => {
    const sats = reader.varint() as Sats;
    return { value: sats, script: reader.take(reader.varint()) };
  });
  return { raw, prevouts };
}

/** Moves a reader behind a body. */
export function skipBody(reader: RowReader): void {
  reader.take(reader.varint());
  for (let left = reader.varint(); left > 0; left--) {
    reader.varint();
    reader.take(reader.varint());
  }
}
