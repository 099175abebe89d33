import { RowBytes, RowReader, record, rest, varint } from '@glassblock/primitives/records';
import { scriptRest } from '../row-keys.ts';
import { EntryReader, RunningTotals, scriptTotals, writeEntry, writePaired } from './script-entries.ts';

/** Bytes of entries after which a script's tail is sealed as a chunk. */
export const tailBytes = 1_000;

/** What stands in front of each script of a bucket, ascending by rest; behind it the totals if it is sealed, then entries. */
export const bucketMember = record({
  rest: scriptRest,
  /** Twice the bytes that follow, one more when the script is sealed. */
  lengthAndSealed: varint,
});

/** The newest part of one script's history inside its bucket row. */
export interface Tail {
  /** True when older parts lie in chunks; then `before` holds the totals before the first entry. */
  sealed: boolean;
  before: RunningTotals;
  /** Entries. */
  bytes: Uint8Array;
}

/** A sealed part: its first number and the chunk row's value. */
export interface SealedChunk {
  firstNumber: number;
  value: Uint8Array;
}

/** One transaction's work on a script, in numbers below 2^53. */
export interface EntryInput {
  number: number;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
  /** Index of the output that was spent; counts where it is just one. */
  spentVout: number;
}

/**
 * A bucket row under change.
 * What is not touched is copied as it stands.
 */
export class BucketEdit {
  private readonly value: Uint8Array;
  private readonly known = new Map<number, Tail | undefined>();
  private readonly changed = new Map<number, Tail | undefined>();

  constructor(value: Uint8Array | undefined) {
    this.value = value ?? empty;
  }

  /** The same object each time. */
  get(rest: number): Tail | undefined {
    if (this.changed.has(rest)) return this.changed.get(rest);
    if (!this.known.has(rest)) this.known.set(rest, tailIn(this.value, rest));
    return this.known.get(rest);
  }

  /** @param tail  undefined: the script goes */
  set(rest: number, tail: Tail | undefined): void {
    this.changed.set(rest, tail);
  }

  /** @returns undefined for an empty bucket: its row goes */
  encode(): Uint8Array | undefined {
    const row = scratch.clear();
    const reader = new RowReader(this.value);
    const rests = [...this.changed.keys()].sort((a, b) => a - b);
    let next = 0;
    let copied = 0;
    while (!reader.isDone) {
      const at = reader.at;
      const { rest, lengthAndSealed } = bucketMember.read(reader);
      reader.at += Math.floor(lengthAndSealed / 2);
      while (next < rests.length && rests[next]! < rest) {
        row.append(this.value, copied, at);
        copied = at;
        writeTail(row, rests[next]!, this.changed.get(rests[next++]!));
      }
      if (rests[next] !== rest) continue;
      row.append(this.value, copied, at);
      copied = reader.at;
      writeTail(row, rest, this.changed.get(rests[next++]!));
    }
    row.append(this.value, copied, this.value.length);
    for (; next < rests.length; next++) writeTail(row, rests[next]!, this.changed.get(rests[next]!));
    return row.length === 0 ? undefined : row.copy();
  }
}

const empty = new Uint8Array(0);

/** The tail of one script without a look at its neighbours' entries. */
export function tailIn(value: Uint8Array | undefined, rest: number): Tail | undefined {
  if (value === undefined) return undefined;
  const reader = new RowReader(value);
  while (!reader.isDone) {
    const { rest: here, lengthAndSealed } = bucketMember.read(reader);
    if (here === rest) return readTail(reader, lengthAndSealed);
    if (here > rest) return undefined;
    reader.take(Math.floor(lengthAndSealed / 2));
  }
  return undefined;
}

function readTail(reader: RowReader, lengthAndSealed: number): Tail {
  const sealed = lengthAndSealed % 2 === 1;
  const part = reader.take(Math.floor(lengthAndSealed / 2));
  if (!sealed) return { sealed, before: new RunningTotals(), bytes: part };
  const inner = new RowReader(part);
  const before = new RunningTotals().read(inner);
  return { sealed, before, bytes: part.subarray(inner.at) };
}

const scratch = new RowBytes();
const totalsScratch = new RowBytes(64);

function writeTail(row: RowBytes, rest: number, tail: Tail | undefined): void {
  if (tail !== undefined) writeMember(row, rest, tail.sealed ? tail.before : undefined, tail.bytes, tail.bytes.length);
}

/** Appends a script to a bucket row.
 *  @param before  totals before the first entry when it is sealed  @param length  bytes of the entries that count */
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

/** A chunk row; the entries follow as `script-entries.ts` has them. */
export const chunkRow = record({
  /** Totals before the first entry. */
  before: scriptTotals,
  entries: rest,
});

/** Encodes a sealed part of a script. @param before  totals before its first entry */
export const encodeChunk = (before: RunningTotals, entries: Uint8Array): Uint8Array =>
  chunkRow.encode({ before, entries });

/** Decodes a sealed part of a script. */
export function decodeChunk(row: Uint8Array): Tail {
  const { before, entries } = chunkRow.decode(row);
  return { sealed: true, before: new RunningTotals().set(before), bytes: entries };
}

/** An output and the input that spends it in one entry: the whole history of a script used once. */
export interface Pair {
  number: number;
  value: number;
  vout: number;
}

/** The pair that a tail is; undefined when its entries speak for themselves. */
export function pairIn(tail: Tail): Pair | undefined {
  if (tail.sealed) return undefined;
  const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, new RunningTotals());
  if (!reader.next() || reader.vout < 0 || reader.at < tail.bytes.length) return undefined;
  return { number: reader.number, value: reader.fundedSum, vout: reader.vout };
}

/**
 * Builds tails by appending entries, sealing chunks on the way. The borders follow from the entries alone, so that a history
 * built in one go, appended to block by block, or cut back and appended to again is the same bytes.
 */
export class TailBuilder {
  private readonly entries = new RowBytes(2 * tailBytes);
  private readonly totals = new RunningTotals();
  private readonly before = new RunningTotals();
  private sealed = false;
  private firstNumber = 0;
  private last = 0;
  /** Entries in this tail. */
  private count = 0;
  /** End of the paired entry when it and its spend are all there is; else 0. */
  private pairEnd = 0;

  /** Begins with nothing, or goes on behind a tail. @param spender  number of a pair's second transaction */
  start(tail?: Tail, spender?: number): void {
    this.entries.clear();
    this.totals.clear();
    this.before.clear();
    this.sealed = false;
    this.last = this.firstNumber = this.count = this.pairEnd = 0;
    if (tail === undefined) return;
    const pair = pairIn(tail);
    if (pair !== undefined) {
      if (spender === undefined) throw new Error('a pair cannot go on without its second transaction');
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

  /** @returns the chunk that this entry made, if it did */
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

  /** Puts the tail as it stands into a bucket row. */
  writeTo(row: RowBytes, rest: number): void {
    writeMember(row, rest, this.sealed ? this.before : undefined, this.entries.bytes, this.length);
  }

  /** Entries of the tail, those of a pair too. */
  everyEntry(): Uint8Array {
    return this.entries.copy();
  }

  /** The tail as it stands. */
  finish(): Tail {
    const before = new RunningTotals();
    before.set(this.before);
    return { sealed: this.sealed, before, bytes: this.entries.bytes.slice(0, this.length) };
  }
}

/** Totals after the last entry of a tail, which is not changed. */
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

/** The tail without entries of numbers at or above `from`; undefined when nothing is left in it.
 *  @param spender  number of a pair's second transaction */
export function cutTail(tail: Tail, from: number, spender?: number): Tail | undefined {
  const builder = new TailBuilder();
  const totals = new RunningTotals();
  totals.set(tail.before);
  const pair = pairIn(tail);
  if (pair !== undefined) {
    if (pair.number >= from) return undefined;
    if (spender === undefined) throw new Error('a pair cannot be cut without its second transaction');
    if (spender < from) return tail;
    builder.append(fundEntry(pair));
    return builder.finish();
  }
  const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, totals);
  const stored: { end: number; pair: Pair | undefined }[] = [];
  while (reader.next() && reader.number < from) {
    const { number, fundedSum: value, vout } = reader;
    stored.push({ end: reader.at, pair: vout < 0 ? undefined : { number, value, vout } });
  }
  const last = stored.at(-1);
  if (last === undefined) return undefined;
  const first = stored[0]!;
  // what began as a pair is one again, or only its output
  if (first.pair !== undefined && stored.length === 2) return { ...tail, bytes: tail.bytes.subarray(0, first.end) };
  if (first.pair !== undefined && stored.length === 1) {
    builder.append(fundEntry(first.pair));
    return builder.finish();
  }
  return { ...tail, bytes: tail.bytes.subarray(0, last.end) };
}

const fundEntry = ({ number, value }: Pair): EntryInput => ({
  number,
  fundedCount: 1,
  fundedSum: value,
  spentCount: 0,
  spentSum: 0,
  spentVout: 0,
});
