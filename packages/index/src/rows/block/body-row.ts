import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Sats } from '@glassblock/primitives';
import type { BlockColumns } from '@glassblock/primitives/columns';
import {
  type Field,
  list,
  listToEnd,
  RowBytes,
  RowReader,
  record,
  sized,
  type ValueOf,
  varint,
} from '@glassblock/primitives/records';

/** Number of transactions whose bodies share a row. */
export const bodyGroup = 16;

const script = sized(varint);
const raw = sized(varint);

/** A stored transaction and the outputs that it spends, in input order (none for a coinbase). */
export const bodyRecord = record({
  raw,
  prevouts: list(varint, record({ value: varint as Field<Sats>, script })),
});
/** A stored transaction and the outputs that it spends. */
export type StoredBody = ValueOf<typeof bodyRecord>;

/** Bodies of up to `bodyGroup` consecutive transactions, before compression. */
export const bodiesRow = record({ bodies: listToEnd(bodyRecord) });

/** The columns of a block from which its bodies are built. */
export type BodyColumns = Pick<
  BlockColumns,
  'bytes' | 'txAt' | 'firstInput' | 'spentBytes' | 'spentValue' | 'spentScriptAt' | 'spentScriptEnd'
>;

const maxBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/**
 * Writes a `bodyRecord` directly from the columns of a block: a bulk build writes all bodies of the chain, without an
 * object for each.
 */
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

/** Returns compressed bodies of a range of transactions of a block, appended to `before`. */
export function packBodies(columns: BodyColumns, from: number, to: number, before: Uint8Array | undefined): Uint8Array {
  const row = scratch.clear();
  if (before !== undefined) row.append(unpacked(before));
  for (let t = from; t < to; t++) writeBody(row, columns, t);
  return packed(row.bytes.subarray(0, row.length));
}

/** Compresses concatenated bodies. */
export const packed = (bodies: Uint8Array): Uint8Array => zstdCompressSync(bodies);

/** Decompresses a row of bodies. */
export const unpacked = (value: Uint8Array): Uint8Array => zstdDecompressSync(value, { maxOutputLength: maxBytes });

/** Joins compressed rows into one. */
export function joinPacked(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const row = scratch.clear();
  for (const part of parts) row.append(unpacked(part));
  return packed(row.bytes.subarray(0, row.length));
}

/** Decodes one body of a compressed row. */
export function bodyIn(row: Uint8Array, member: number): StoredBody {
  const reader = new RowReader(unpacked(row));
  for (let i = 0; i < member; i++) bodyRecord.skip(reader);
  return bodyRecord.read(reader);
}

/** Decodes all bodies of a compressed row. */
export const everyBodyIn = (row: Uint8Array): StoredBody[] => bodiesRow.decode(unpacked(row)).bodies;
