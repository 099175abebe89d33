import {
  listToEnd,
  type RecordCodec,
  RowBytes,
  RowReader,
  record,
  u32be,
  uintBE,
  type ValueOf,
} from '@glassblock/primitives/records';

const entryOf = (width: number) =>
  record({
    /** Bits of the txid's prefix after its bucket. */
    rest: uintBE(width),
    /** Number of the transaction. */
    number: u32be,
  });

/** A transaction of a bucket: the rest of its prefix, which may not be unique, and its number. */
export type TxidEntry = ValueOf<ReturnType<typeof entryOf>>;

/** Entry codecs by the width of the rest: 1 if txids are stored, otherwise 2. */
const entries: readonly RecordCodec<TxidEntry>[] = [entryOf(1), entryOf(2)];

/** Returns the codec of a bucket row with entries in ascending order. */
export const txidsRow = (width: number) => record({ entries: listToEnd(entryIn(width)) });

function entryIn(width: number): RecordCodec<TxidEntry> {
  const entry = entries[width - 1];
  if (entry === undefined) throw new Error(`no txid entries with rests of ${width} bytes`);
  return entry;
}

/** Compares entries by rest and number. */
export const compareTxids = (a: TxidEntry, b: TxidEntry): number => a.rest - b.rest || a.number - b.number;

const scratch = new RowBytes();

/**
 * Encodes the entries of a bucket, which must be ascending; undefined if there are none.
 * @param width width of the rests in bytes
 */
export function encodeTxidBucket(bucket: readonly TxidEntry[], width: number): Uint8Array | undefined {
  if (bucket.length === 0) return undefined;
  const row = scratch.clear();
  const entry = entryIn(width);
  for (const each of bucket) entry.write(row, each);
  return row.copy();
}

/**
 * Appends a bucket with more entries to a row.
 * @param added ascending, with numbers above those of the bucket
 * @param width width of the rests in bytes
 */
export function mergeTxids(
  row: RowBytes,
  bucket: Uint8Array | undefined,
  added: readonly TxidEntry[],
  width: number,
): void {
  const entry = entryIn(width);
  const reader = new RowReader(bucket ?? noBytes);
  let copied = 0;
  for (const each of added) {
    while (!reader.isDone) {
      const at = reader.at;
      if (entry.read(reader).rest <= each.rest) continue;
      reader.at = at;
      break;
    }
    row.append(reader.bytes, copied, reader.at);
    copied = reader.at;
    entry.write(row, each);
  }
  row.append(reader.bytes, copied, reader.end);
}

/**
 * Appends the entries of a bucket with numbers below a limit to a row.
 * @param width width of the rests in bytes
 */
export function cutTxids(row: RowBytes, bucket: Uint8Array | undefined, limit: number, width: number): void {
  const entry = entryIn(width);
  const reader = new RowReader(bucket ?? noBytes);
  while (!reader.isDone) {
    const at = reader.at;
    if (entry.read(reader).number < limit) row.append(reader.bytes, at, reader.at);
  }
}

const noBytes = new Uint8Array(0);

/**
 * Decodes the entries of a bucket.
 * @param width width of the rests in bytes
 */
export function decodeTxidBucket(row: Uint8Array | undefined, width: number): TxidEntry[] {
  if (row === undefined) return [];
  const reader = new RowReader(row);
  const entry = entryIn(width);
  const bucket: TxidEntry[] = [];
  while (!reader.isDone) bucket.push(entry.read(reader));
  return bucket;
}

/** Returns the numbers of the transactions in a bucket with this rest, ascending. */
export function numbersIn(row: Uint8Array | undefined, rest: number, width: number): number[] {
  const numbers: number[] = [];
  if (row === undefined) return numbers;
  const reader = new RowReader(row);
  const entry = entryIn(width);
  while (!reader.isDone) {
    const { rest: here, number } = entry.read(reader);
    if (here === rest) numbers.push(number);
  }
  return numbers;
}
