import { RowBytes, RowReader, record, rest, varint } from '@glassblock/primitives/records';
import { scriptRest } from '../row-keys.ts';
import {
  EntryReader,
  entryForms,
  formAt,
  RunningTotals,
  scriptTotals,
  writeEntry,
  writePaired,
} from './script-entries.ts';

/** Bytes of entries after which a script's tail is sealed as a chunk. */
export const tailBytes = 1_000;

/**
 * Head of each script in a bucket, ascending by rest. It is followed by the totals if the script is sealed, then by the
 * entries.
 */
export const bucketMember = record({
  rest: scriptRest,
  /** Twice the number of bytes that follow, plus one if the script is sealed. */
  lengthAndSealed: varint,
});

/** The newest part of one script's history inside its bucket row. */
export interface Tail {
  /** True if older entries are in chunks; `before` has the totals before the first entry. */
  sealed: boolean;
  before: RunningTotals;
  /** Entries. */
  bytes: Uint8Array;
}

/** A sealed chunk: number of its first transaction, and the value of its row. */
export interface SealedChunk {
  firstNumber: number;
  value: Uint8Array;
}

/** The effect of one transaction on a script, in numbers below 2^53. */
export interface EntryInput {
  number: number;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
  /** Index of the spent output, used if exactly one is spent. */
  spentVout: number;
}

/**
 * Writes a bucket row with some scripts changed; the others are copied. Scripts are changed in ascending order of their
 * rests.
 */
export class BucketWriter {
  /** The row; the members of changed scripts are appended to it. */
  readonly row = new RowBytes();
  private reader = new RowReader(empty);
  /** Offset of the first byte that was neither copied nor skipped. */
  private copied = 0;

  start(value: Uint8Array | undefined): void {
    this.reader = new RowReader(value ?? empty);
    this.copied = 0;
    this.row.clear();
  }

  /** Copies the members before a script, and skips the script. */
  seek(rest: number): void {
    const { reader, row } = this;
    while (!reader.isDone) {
      const at = reader.at;
      // the fields of `bucketMember`, without an object for each member
      const here = scriptRest.read(reader);
      const lengthAndSealed = varint.read(reader);
      if (here < rest) {
        reader.at += Math.floor(lengthAndSealed / 2);
        continue;
      }
      row.append(reader.bytes, this.copied, at);
      if (here === rest) reader.at += Math.floor(lengthAndSealed / 2);
      else reader.at = at;
      this.copied = reader.at;
      return;
    }
    row.append(reader.bytes, this.copied, reader.at);
    this.copied = reader.at;
  }

  /** Copies the remaining members. @returns undefined for an empty bucket: its row is deleted */
  finish(): RowBytes | undefined {
    const { row, reader } = this;
    row.append(reader.bytes, this.copied, reader.end);
    return row.length === 0 ? undefined : row;
  }
}

const empty = new Uint8Array(0);

/**
 * Moves a reader of a bucket row to the content of a member.
 * @returns its `lengthAndSealed`; -1 if the bucket does not have it, with the reader at any place
 */
export function findMember(reader: RowReader, rest: number): number {
  while (!reader.isDone) {
    // the fields of `bucketMember`, without an object for each member
    const here = scriptRest.read(reader);
    const lengthAndSealed = varint.read(reader);
    if (here === rest) return lengthAndSealed;
    if (here > rest) return -1;
    reader.skip(Math.floor(lengthAndSealed / 2));
  }
  return -1;
}

/** Returns the tail of one script, skipping the entries of other scripts. */
export function tailIn(value: Uint8Array | undefined, rest: number): Tail | undefined {
  if (value === undefined) return undefined;
  const reader = new RowReader(value);
  const lengthAndSealed = findMember(reader, rest);
  return lengthAndSealed < 0 ? undefined : tailAt(reader, lengthAndSealed);
}

/** Reads the content of a member of a bucket. */
export function tailAt(reader: RowReader, lengthAndSealed: number): Tail {
  const sealed = lengthAndSealed % 2 === 1;
  const part = reader.take(Math.floor(lengthAndSealed / 2));
  if (!sealed) return { sealed, before: new RunningTotals(), bytes: part };
  const inner = new RowReader(part);
  const before = new RunningTotals().read(inner);
  return { sealed, before, bytes: part.subarray(inner.at) };
}

const totalsScratch = new RowBytes(64);

/** Appends a script to a bucket row. */
export function writeTail(row: RowBytes, rest: number, tail: Tail): void {
  writeMember(row, rest, tail.sealed ? tail.before : undefined, tail.bytes, tail.bytes.length);
}

/**
 * Appends a script to a bucket row.
 * @param before totals before the first entry if it is sealed
 * @param length number of entry bytes to write
 */
function writeMember(
  row: RowBytes,
  rest: number,
  before: RunningTotals | undefined,
  entries: Uint8Array,
  length: number,
): void {
  if (before === undefined) {
    bucketMember.write(row, { rest, lengthAndSealed: length * 2 });
  } else {
    before.write(totalsScratch.clear());
    bucketMember.write(row, { rest, lengthAndSealed: (totalsScratch.length + length) * 2 + 1 });
    row.append(totalsScratch.bytes, 0, totalsScratch.length);
  }
  row.append(entries, 0, length);
}

/** A chunk row; followed by entries as in `script-entries.ts`. */
export const chunkRow = record({
  /** Totals before the first entry. */
  before: scriptTotals,
  entries: rest,
});

/**
 * Encodes a sealed chunk of a script.
 * @param before totals before its first entry
 */
export const encodeChunk = (before: RunningTotals, entries: Uint8Array): Uint8Array =>
  chunkRow.encode({ before, entries });

/** Decodes a sealed chunk of a script. */
export function decodeChunk(row: Uint8Array): Tail {
  const { before, entries } = chunkRow.decode(row);
  return { sealed: true, before: new RunningTotals().set(before), bytes: entries };
}

/** An output and its spending input in one entry: the whole history of a script that is used once. */
export interface Pair {
  number: number;
  value: number;
  vout: number;
}

/**
 * Returns the number of the transaction that created the only unspent output of a script, if its entries show that: there
 * is one entry, of one output.
 * @param at offset of the first entry of a tail that is not sealed
 * @param end of its last entry
 */
export function soleFunding(bytes: Uint8Array, at: number, end: number): number | undefined {
  const form = formAt(bytes, at, end);
  // checked before an object is created: this runs for every script of a block
  if (form === entryForms.paired || form === entryForms.sweep || form === entryForms.spend) return undefined;
  const reader = new EntryReader(bytes, at, end, new RunningTotals());
  if (!reader.next() || reader.at < end || reader.vout >= 0) return undefined;
  return reader.fundedCount === 1 && reader.spentCount === 0 ? reader.number : undefined;
}

/** Returns the pair that forms a tail; undefined if the tail has ordinary entries. */
export function pairIn({ sealed, bytes }: Tail): Pair | undefined {
  return sealed ? undefined : pairAt(bytes, 0, bytes.length);
}

/**
 * Returns the pair that forms a tail that is not sealed; undefined if it has ordinary entries.
 * @param at offset of the first entry
 * @param end of the last entry
 */
export function pairAt(bytes: Uint8Array, at: number, end: number): Pair | undefined {
  if (formAt(bytes, at, end) !== entryForms.paired) return undefined;
  const reader = new EntryReader(bytes, at, end, new RunningTotals());
  if (!reader.next() || reader.vout < 0 || reader.at < end) return undefined;
  return { number: reader.number, value: reader.fundedSum, vout: reader.vout };
}

/**
 * Builds tails by appending entries and sealing chunks. Chunk boundaries depend only on the entries, so that a history
 * built at once, block by block, or truncated and appended again has the same bytes.
 */
export class TailBuilder {
  private readonly entries = new RowBytes(2 * tailBytes);
  private readonly totals = new RunningTotals();
  private readonly before = new RunningTotals();
  private sealed = false;
  private firstNumber = 0;
  private last = 0;
  /** Number of entries in this tail. */
  private count = 0;
  /** End of the paired entry if it is the only one; otherwise 0. */
  private pairEnd = 0;

  /**
   * Starts empty, or continues a tail.
   * @param spender number of the second transaction of a pair
   */
  start(tail?: Tail, spender?: number): void {
    this.entries.clear();
    this.totals.clear();
    this.before.clear();
    this.sealed = false;
    this.last = this.firstNumber = this.count = this.pairEnd = 0;
    if (tail === undefined) return;
    const pair = pairIn(tail);
    if (pair !== undefined) {
      if (spender === undefined) throw new Error('a pair cannot be continued without its second transaction');
      this.startPair(pair, spender);
      return;
    }
    this.sealed = tail.sealed;
    this.totals.set(tail.before);
    this.before.set(tail.before);
    const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, this.totals);
    while (reader.next()) if (this.count++ === 0) this.firstNumber = reader.number;
    this.last = reader.number;
    this.entries.append(tail.bytes);
  }

  private startPair({ number, value, vout }: Pair, spender: number): void {
    this.firstNumber = number;
    writePaired(this.entries, this.totals, number, value, vout);
    this.pairEnd = this.entries.length;
    writeEntry(this.entries, this.totals, number, spender, 0, 0, 1, value);
    this.last = spender;
    this.count = 2;
  }

  /** @returns the chunk sealed by this entry, if any */
  append({ number, fundedCount, fundedSum, spentCount, spentSum, spentVout }: EntryInput): SealedChunk | undefined {
    const { entries, totals } = this;
    if (this.count === 1 && !this.sealed && fundedCount === 0 && spentCount === 1) {
      if (totals.fundedCount === 1 && totals.spentCount === 0) {
        const pair = { number: this.firstNumber, value: spentSum, vout: spentVout };
        entries.clear();
        totals.clear();
        this.startPair(pair, number);
        return undefined;
      }
    }
    let chunk: SealedChunk | undefined;
    if (entries.length >= tailBytes) {
      chunk = {
        firstNumber: this.firstNumber,
        value: encodeChunk(this.before, entries.bytes.subarray(0, entries.length)),
      };
      this.before.set(totals);
      this.sealed = true;
      this.last = this.count = 0;
      entries.clear();
    }
    if (entries.length === 0) this.firstNumber = number;
    writeEntry(entries, totals, this.last, number, fundedCount, fundedSum, spentCount, spentSum);
    this.last = number;
    this.count++;
    this.pairEnd = 0;
    return chunk;
  }

  private get length(): number {
    return this.pairEnd > 0 ? this.pairEnd : this.entries.length;
  }

  /** Writes the current tail to a bucket row. */
  writeTo(row: RowBytes, rest: number): void {
    writeMember(row, rest, this.sealed ? this.before : undefined, this.entries.bytes, this.length);
  }

  /** Returns the entries of the tail, with a pair expanded. */
  everyEntry(): Uint8Array {
    return this.entries.copy();
  }

  /** Returns the current tail. */
  finish(): Tail {
    const before = new RunningTotals();
    before.set(this.before);
    return { sealed: this.sealed, before, bytes: this.entries.bytes.slice(0, this.length) };
  }
}

/** Returns the totals after the last entry of a tail, which stays unchanged. */
export function totalsAfter(tail: Tail): RunningTotals {
  const totals = new RunningTotals();
  totals.set(tail.before);
  const pair = pairIn(tail);
  if (pair !== undefined) {
    totals.add(1, pair.value, 0, 0);
    totals.add(0, 0, 1, pair.value);
    return totals;
  }
  const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, totals);
  while (reader.next()) {}
  return totals;
}

/**
 * Returns the tail without entries of numbers at or above `from`; undefined if it is empty.
 * @param spender number of the second transaction of a pair
 */
export function cutTail(tail: Tail, from: number, spender?: number): Tail | undefined {
  const pair = pairIn(tail);
  if (pair !== undefined) {
    if (pair.number >= from) return undefined;
    if (spender === undefined) throw new Error('a pair cannot be cut without its second transaction');
    return spender < from ? tail : fundedTail(pair);
  }
  const totals = new RunningTotals();
  totals.set(tail.before);
  const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, totals);
  let count = 0;
  let end = 0;
  let firstEnd = 0;
  let firstPair: Pair | undefined;
  while (reader.next() && reader.number < from) {
    end = reader.at;
    if (count++ > 0) continue;
    firstEnd = end;
    if (reader.vout >= 0) firstPair = { number: reader.number, value: reader.fundedSum, vout: reader.vout };
  }
  if (count === 0) return undefined;
  // A pair stays a pair, or only its output is left.
  if (firstPair !== undefined && count === 1) return fundedTail(firstPair);
  return { ...tail, bytes: tail.bytes.subarray(0, firstPair !== undefined && count === 2 ? firstEnd : end) };
}

const fundingBuilder = new TailBuilder();

/** Returns the tail with the output of a pair only. */
function fundedTail({ number, value }: Pair): Tail {
  fundingBuilder.start();
  fundingBuilder.append({ number, fundedCount: 1, fundedSum: value, spentCount: 0, spentSum: 0, spentVout: 0 });
  return fundingBuilder.finish();
}
