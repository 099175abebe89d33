import { CodedError } from '@glassblock/primitives';
import { bitFields, RowBytes, RowReader, widthOf } from '@glassblock/primitives/records';

/** Number of transactions whose spends share a row. */
export const spendGroup = 32;

/** Returns the group of the spends of a transaction. @param number of the transaction */
export const groupOfSpends = (number: number): number => Math.floor(number / spendGroup);

/** An output of a group and the input that spends it. */
export interface SpendRecord {
  /** Number of the transaction that created the output. */
  funding: number;
  vout: number;
  /** Number of the spending transaction, always above `funding`. */
  spender: number;
  vin: number;
}

/** Compares spends by transaction number and output index. */
export const compareSpends = (a: SpendRecord, b: SpendRecord): number => a.funding - b.funding || a.vout - b.vout;

/*
 * Records of a group ordered by (transaction, output). They are written and read billions of times, so they are not
 * field records: `SpendGroupWriter` and `decodeSpendGroup` are written by hand from the first byte below, which
 * docs/schema.md lists too. The first byte is followed by the transaction step and the output step (varints, if its
 * step is the maximum), the distance to the spending transaction (little-endian), and the input index (a varint).
 */

/** First byte of a record. The maximum step means that a varint follows. */
export const spendHead = bitFields({ txStep: 2, voutStep: 3, distanceWidthLessOne: 2, hasVin: 1 });
const { txStep, voutStep, distanceWidthLessOne, hasVin } = spendHead.parts;

/** Encodes the records of a group incrementally. */
export class SpendGroupWriter {
  /** The encoded records. */
  readonly row = new RowBytes();
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
      throw new CodedError('index.bad-block', 'output spent twice, or before it was created', {
        datum: { funding, vout, spender },
      });
    }
    const width = Math.max(1, widthOf(distance));
    const row = this.row;
    row.u8(
      (Math.min(step, txStep.mask) << txStep.shift) |
        (Math.min(skip, voutStep.mask) << voutStep.shift) |
        ((width - 1) << distanceWidthLessOne.shift) |
        ((vin > 0 ? 1 : 0) << hasVin.shift),
    );
    if (step >= txStep.mask) row.varint(step);
    if (skip >= voutStep.mask) row.varint(skip);
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

/**
 * @param records of one group, in order
 * @returns undefined if there are none
 */
export function encodeSpendGroup(records: readonly SpendRecord[]): Uint8Array | undefined {
  if (records.length === 0) return undefined;
  spendWriter.start();
  for (const { funding, vout, spender, vin } of records) spendWriter.add(funding, vout, spender, vin);
  return spendWriter.finish();
}

/** Iterates over the records of a group. */
export class SpendGroupReader {
  funding = 0;
  vout = 0;
  spender = 0;
  vin = 0;
  private readonly reader: RowReader;
  private readonly first: number;
  private member = 0;
  private nextVout = 0;

  /** @param group number of the group: number of its first transaction divided by 32 */
  constructor(group: number, reader: RowReader) {
    this.reader = reader;
    this.first = group * spendGroup;
  }

  /** @returns false at the end */
  next(): boolean {
    const { reader } = this;
    if (reader.isDone) return false;
    const head = reader.u8();
    let step = (head >> txStep.shift) & txStep.mask;
    if (step === txStep.mask) step = reader.varint();
    let skip = (head >> voutStep.shift) & voutStep.mask;
    if (skip === voutStep.mask) skip = reader.varint();
    if (step !== 0) this.nextVout = 0;
    this.member += step;
    this.vout = this.nextVout + skip;
    this.funding = this.first + this.member;
    this.spender = this.funding + reader.little(((head >> distanceWidthLessOne.shift) & distanceWidthLessOne.mask) + 1);
    this.vin = ((head >> hasVin.shift) & hasVin.mask) === 1 ? reader.varint() : 0;
    this.nextVout = this.vout + 1;
    return true;
  }
}

/** @param group number of the group: number of its first transaction divided by 32 */
export function decodeSpendGroup(group: number, value: Uint8Array | undefined): SpendRecord[] {
  const records: SpendRecord[] = [];
  if (value === undefined) return records;
  const reader = new SpendGroupReader(group, new RowReader(value));
  while (reader.next()) {
    const { funding, vout, spender, vin } = reader;
    records.push({ funding, vout, spender, vin });
  }
  return records;
}

/** Finds the spender of an output in the row of its group; undefined if it is unspent. */
export function findSpender(row: Uint8Array | undefined, funding: number, vout: number): number | undefined {
  if (row === undefined) return undefined;
  const reader = new SpendGroupReader(Math.floor(funding / spendGroup), new RowReader(row));
  while (reader.next()) if (reader.funding === funding && reader.vout === vout) return reader.spender;
  return undefined;
}

/** Finds the spender of an output that has one in the row of its group. */
export function spenderIn(row: Uint8Array | undefined, funding: number, vout: number): number {
  const spender = findSpender(row, funding, vout);
  if (spender === undefined) throw new Error(`the spend of output ${vout} of transaction ${funding} has no record`);
  return spender;
}
