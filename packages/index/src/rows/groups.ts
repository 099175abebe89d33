import { CodedError } from '@glassblock/primitives';
import { RowBytes, RowReader, widthOf } from '@glassblock/primitives/records';

/*
 * Rows that share what would cost a row each: consecutive transactions by number, and ids by the leading bits of their keys.
 */

/** Transactions whose spent outputs share a row. */
export const spendGroup = 32;
/** Transactions whose ids share a row. */
export const idGroup = 32;
/** Transactions of a block whose sizes are told together. */
export const cellTxs = 8;
/** Blocks whose first numbers share a row. */
export const firstGroup = 256;

const scratch = new RowBytes();

/** An output of a group and the input that spends it. */
export interface SpendRecord {
  /** Number of the transaction that made the output. */
  funding: number;
  vout: number;
  /** Number of the spender, always above or, never, equal to the funding one. */
  spender: number;
  vin: number;
}

export const compareSpends = (a: SpendRecord, b: SpendRecord): number => a.funding - b.funding || a.vout - b.vout;

/** Records in the order of (transaction, output). First byte: two bits of distance in transactions and three bits of
 *  distance in outputs (the largest means: a varint follows), two bits: width of the distance to the spender less one, one
 *  bit: an input index follows. */
export class SpendGroupWriter {
  private readonly row = new RowBytes();
  private member = 0;
  private nextVout = 0;

  start(): void {
    this.row.clear();
    this.member = this.nextVout = 0;
  }

  add(funding: number, vout: number, spender: number, vin: number): void {
    const member = funding % spendGroup;
    const step = member - this.member;
    if (step !== 0) this.nextVout = 0;
    const skip = vout - this.nextVout;
    const distance = spender - funding;
    if (step < 0 || skip < 0 || distance < 0) {
      throw new CodedError('index.bad-block', 'an output is spent twice, or before it was made', {
        datum: { funding, vout, spender },
      });
    }
    const width = Math.max(1, widthOf(distance));
    const row = this.row;
    row.u8((Math.min(step, 3) << 6) | (Math.min(skip, 7) << 3) | ((width - 1) << 1) | (vin > 0 ? 1 : 0));
    if (step >= 3) row.varint(step);
    if (skip >= 7) row.varint(skip);
    row.little(distance, width);
    if (vin > 0) row.varint(vin);
    this.member = member;
    this.nextVout = vout + 1;
  }

  finish(): Uint8Array {
    return this.row.copy();
  }
}

const spendWriter = new SpendGroupWriter();

/** @param records  of one group, in order. @returns undefined when there is none */
export function encodeSpendGroup(records: readonly SpendRecord[]): Uint8Array | undefined {
  if (records.length === 0) return undefined;
  spendWriter.start();
  for (const { funding, vout, spender, vin } of records) spendWriter.add(funding, vout, spender, vin);
  return spendWriter.finish();
}

/** @param group  number of the group: its first transaction divided by thirty-two */
export function decodeSpendGroup(group: number, value: Uint8Array | undefined): SpendRecord[] {
  const records: SpendRecord[] = [];
  if (value === undefined) return records;
  const reader = new RowReader(value);
  let member = 0;
  let nextVout = 0;
  while (!reader.isDone) {
    const first = reader.u8();
    let step = first >> 6;
    if (step === 3) step = reader.varint();
    let skip = (first >> 3) & 7;
    if (skip === 7) skip = reader.varint();
    if (step !== 0) nextVout = 0;
    member += step;
    const vout = nextVout + skip;
    const funding = group * spendGroup + member;
    const spender = funding + reader.little(((first >> 1) & 3) + 1);
    records.push({ funding, vout, spender, vin: (first & 1) === 1 ? reader.varint() : 0 });
    nextVout = vout + 1;
  }
  return records;
}

/** A transaction of a bucket: what tells it apart from its neighbours, as far as that goes, and its number. */
export interface TxidEntry {
  rest: number;
  number: number;
}

export const compareTxids = (a: TxidEntry, b: TxidEntry): number => a.rest - b.rest || a.number - b.number;

/** Entries of rest (`width` bytes) and number (4), ascending. */
export function encodeTxidBucket(entries: readonly TxidEntry[], width: number): Uint8Array | undefined {
  if (entries.length === 0) return undefined;
  const row = scratch.clear();
  for (const { rest, number } of entries) row.big(rest, width).big(number, 4);
  return row.copy();
}

export function decodeTxidBucket(value: Uint8Array | undefined, width: number): TxidEntry[] {
  if (value === undefined) return [];
  const reader = new RowReader(value);
  const entries: TxidEntry[] = [];
  while (!reader.isDone) entries.push({ rest: reader.big(width), number: reader.big(4) });
  return entries;
}

/** Numbers in a bucket whose keys have this rest, ascending. */
export function numbersIn(value: Uint8Array | undefined, rest: number, width: number): number[] {
  return decodeTxidBucket(value, width)
    .filter((entry) => entry.rest === rest)
    .map(({ number }) => number);
}

/** Bytes of each eight transactions of a block, a varint each. @param txAt  offsets of the transactions and the end */
export function encodeCells(txAt: Uint32Array): Uint8Array {
  const row = scratch.clear();
  const txCount = txAt.length - 1;
  for (let t = 0; t < txCount; t += cellTxs) row.varint(txAt[Math.min(t + cellTxs, txCount)]! - txAt[t]!);
  return row.copy();
}

/** Where the eight that hold a position lie, behind the block's first transaction. */
export function cellIn(value: Uint8Array, position: number): { offset: number; size: number } | undefined {
  const reader = new RowReader(value);
  let offset = 0;
  for (let cell = 0; !reader.isDone; cell++) {
    const size = reader.varint();
    if (cell === Math.floor(position / cellTxs)) return { offset, size };
    offset += size;
  }
  return undefined;
}
