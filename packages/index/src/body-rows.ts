import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Sats, TxOutput } from '@glassblock/primitives';
import type { BlockColumns } from '@glassblock/primitives/columns';
import { RowBytes, RowReader } from '@glassblock/primitives/records';
import { rowKey, type View } from '@glassblock/store';
import { tables } from './rows/tables.ts';
import { u32Bytes } from './tx-number.ts';

/** Transactions whose bodies share a row. */
export const bodyGroup = 16;

/** A stored transaction: its bytes and the outputs that it spends, in input order (none for a coinbase). */
export interface StoredBody {
  raw: Uint8Array;
  prevouts: TxOutput[];
}

const mostBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/** One body before compression: length and bytes; count of previous outputs, each value, length and script. */
function writeBody(row: RowBytes, columns: BlockColumns, t: number): void {
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
export function packBodies(
  columns: BlockColumns,
  from: number,
  to: number,
  before: Uint8Array | undefined,
): Uint8Array {
  const row = scratch.clear();
  if (before !== undefined) row.append(unpacked(before));
  for (let t = from; t < to; t++) writeBody(row, columns, t);
  return zstdCompressSync(row.bytes.subarray(0, row.length));
}

const unpacked = (value: Uint8Array): Uint8Array => zstdDecompressSync(value, { maxOutputLength: mostBytes });

/** Joins packed rows: their bodies one after the other. */
export function joinPacked(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const row = scratch.clear();
  for (const part of parts) row.append(unpacked(part));
  return zstdCompressSync(row.bytes.subarray(0, row.length));
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

function skipBody(reader: RowReader): void {
  reader.take(reader.varint());
  for (let left = reader.varint(); left > 0; left--) {
    reader.varint();
    reader.take(reader.varint());
  }
}

/** Rows that a block's bodies make, the first one with what stood in it before. */
export async function bodyRows(
  view: View,
  columns: BlockColumns,
  first: number,
): Promise<{ group: number; value: Uint8Array }[]> {
  const { txCount } = columns;
  const start = Math.floor(first / bodyGroup);
  const head = await view.get(tables.bodies, rowKey(tables.bodies, u32Bytes(start)));
  const rows: { group: number; value: Uint8Array }[] = [];
  for (let group = start; group * bodyGroup < first + txCount; group++) {
    const from = Math.max(group * bodyGroup, first) - first;
    const to = Math.min((group + 1) * bodyGroup, first + txCount) - first;
    rows.push({ group, value: packBodies(columns, from, to, group === start ? head : undefined) });
  }
  return rows;
}

/** Rows after a block's bodies are taken away. */
export async function cutBodies(
  view: View,
  first: number,
  txCount: number,
): Promise<{ group: number; value: Uint8Array | undefined }[]> {
  const start = Math.floor(first / bodyGroup);
  const rows: { group: number; value: Uint8Array | undefined }[] = [];
  for (let group = start; group * bodyGroup < first + txCount; group++) {
    const kept = group === start ? first % bodyGroup : 0;
    if (kept === 0) {
      rows.push({ group, value: undefined });
      continue;
    }
    const row = await view.get(tables.bodies, rowKey(tables.bodies, u32Bytes(group)));
    if (row === undefined) throw new Error('a group of bodies is missing');
    const bytes = unpacked(row);
    const reader = new RowReader(bytes);
    for (let i = 0; i < kept; i++) skipBody(reader);
    rows.push({ group, value: zstdCompressSync(bytes.subarray(0, reader.at)) });
  }
  return rows;
}
