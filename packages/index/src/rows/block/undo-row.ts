import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type Field,
  list,
  listOf,
  RowBytes,
  RowReader,
  record,
  u32be,
  type ValueOf,
  varint,
} from '@glassblock/primitives/records';
import { type KeyColumns, keyColumns, type OutputColumns, outputColumns } from '../../planning/effect-columns.ts';
import { scriptKey, scriptRest } from '../row-keys.ts';

/** The changes of a block as stored in its undo row: sufficient to disconnect it without the node. */
export interface UndoneBlock {
  readonly first: number;
  readonly txCount: number;
  readonly scripts: KeyColumns;
  readonly created: Omit<OutputColumns, 'value'>;
  /** Outputs of earlier blocks spent by the block, with the numbers of their transactions. */
  readonly consumed: OutputColumns;
  /** Bucket of each txid. */
  readonly txids: Uint32Array;
}

const createdOutput = record({
  bucket: u32be,
  rest: scriptRest,
  /** Number of the transaction relative to the first one of the block. */
  distance: varint,
  vout: varint,
});

const consumedOutput = record({
  bucket: u32be,
  rest: scriptRest,
  number: u32be,
  vout: varint,
  value: varint,
});

const txidBucket = record({ bucket: u32be });

/**
 * The changes of a block, before compression. `encodeUndo` and `decodeUndo` write and read its items one by one, from and
 * into columns.
 */
export const undoRow = record({
  /** Number of the block's first transaction. */
  first: u32be,
  txCount: varint,
  scripts: list(varint, scriptKey),
  created: list(varint, createdOutput),
  consumed: list(varint, consumedOutput),
  /** One per transaction. */
  txids: listOf(({ txCount }: { txCount: number }) => txCount, txidBucket),
});

const maxBytes = 256 * 1024 * 1024;
const scratch = new RowBytes(1 << 16);

/** Encodes and compresses the changes of a block. */
export function encodeUndo({ first, txCount, scripts, created, consumed, txids }: UndoneBlock): Uint8Array {
  const row = scratch.clear();
  u32be.write(row, first);
  varint.write(row, txCount);
  writeItems(row, scriptKey, scripts.bucket.length, (i) => ({ bucket: scripts.bucket[i]!, rest: scripts.rest[i]! }));
  writeItems(row, createdOutput, created.vout.length, (i) => ({
    bucket: created.bucket[i]!,
    rest: created.rest[i]!,
    distance: created.number[i]! - first,
    vout: created.vout[i]!,
  }));
  writeItems(row, consumedOutput, consumed.vout.length, (i) => ({
    bucket: consumed.bucket[i]!,
    rest: consumed.rest[i]!,
    number: consumed.number[i]!,
    vout: consumed.vout[i]!,
    value: consumed.value[i]!,
  }));
  for (const bucket of txids) txidBucket.write(row, { bucket });
  return zstdCompressSync(row.bytes.subarray(0, row.length));
}

function writeItems<T>(row: RowBytes, item: Field<T>, count: number, itemAt: (index: number) => T): void {
  varint.write(row, count);
  for (let i = 0; i < count; i++) item.write(row, itemAt(i));
}

/** Decompresses and decodes the changes of a block. */
export function decodeUndo(row: Uint8Array): UndoneBlock {
  const reader = new RowReader(zstdDecompressSync(row, { maxOutputLength: maxBytes }));
  const first = u32be.read(reader);
  const txCount = varint.read(reader);
  const scripts = readItems(reader, scriptKey, keyColumns, setKey);
  const created = readItems(reader, createdOutput, createdColumns, (to, i, output) => {
    setKey(to, i, output);
    to.number[i] = first + output.distance;
    to.vout[i] = output.vout;
  });
  const consumed = readItems(reader, consumedOutput, outputColumns, (to, i, output) => {
    setKey(to, i, output);
    to.number[i] = output.number;
    to.vout[i] = output.vout;
    to.value[i] = output.value;
  });
  checkCount(reader, txidBucket, txCount);
  const txids = new Uint32Array(txCount);
  for (let i = 0; i < txCount; i++) txids[i] = txidBucket.read(reader).bucket;
  return { first, txCount, scripts, created, consumed, txids };
}

function createdColumns(count: number): UndoneBlock['created'] {
  const { value: _, ...created } = outputColumns(count);
  return created;
}

function setKey(to: KeyColumns, index: number, { bucket, rest }: ValueOf<typeof scriptKey>): void {
  to.bucket[index] = bucket;
  to.rest[index] = rest;
}

/** Reads a list into columns. */
function readItems<T, C>(
  reader: RowReader,
  item: Field<T>,
  create: (count: number) => C,
  set: (to: C, index: number, item: T) => void,
): C {
  const count = varint.read(reader);
  checkCount(reader, item, count);
  const columns = create(count);
  for (let i = 0; i < count; i++) set(columns, i, item.read(reader));
  return columns;
}

/** @throws {CodedError} primitives.truncated if the bytes cannot hold the items, before memory is allocated for them */
function checkCount(reader: RowReader, item: Field<unknown>, count: number): void {
  if (count * item.minBytes > reader.remaining) throw reader.truncated();
}
