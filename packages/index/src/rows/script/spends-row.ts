import { CodedError } from '@glassblock/primitives';
import { bitFields, RowBytes, RowReader, widthOf } from '@glassblock/primitives/records';

/** Number of transactions whose spends share a row. */
export const spendGroup = 32;

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
 * field records: `SpendGroupWriter` and `decodeSpendGroup` are written by hand from the first byte below, which the
 * documentation lists too. The first byte is followed by the transaction step and the output step (varints, if it says
 * so), the distance to the spending transaction (little-endian), and the input index (a varint).
 */

/** First byte of a record. The maximum step means that a varint follows. */
export const spendHead = bitFields({ txStep: 2, voutStep: 3, distanceWidthLessOne: 2, hasVin: 1 });
const { txStep, voutStep, distanceWidthLessOne, hasVin } = spendHead.parts;

/** Encodes the records of a group incrementally. */
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

/** @param group  number of the group: number of its first transaction divided by 32 */
export function decodeSpendGroup(group: number, value: Uint8Array | undefined): SpendRecord[] {
  const records: SpendRecord[] = [];
  if (value === undefined) return records;
  const reader = new RowReader(value);
  let member = 0;
  let nextVout = 0;
  while (!reader.isDone) {
    const first = reader.u8();
    let step = (first >> txStep.shift) & txStep.mask;
    if (step === txStep.mask) step = reader.varint();
    let skip = (first >> voutStep.shift) & voutStep.mask;
    if (skip === voutStep.mask) skip = reader.varint();
    if (step !== 0) nextVout = 0;
    member += step;
    const vout = nextVout + skip;
    const funding = group * spendGroup + member;
    const spender = funding + reader.little(((first >> distanceWidthLessOne.shift) & distanceWidthLessOne.mask) + 1);
    const vin = ((first >> hasVin.shift) & hasVin.mask) === 1 ? reader.varint() : 0;
    records.push({ funding, vout, spender, vin });
    nextVout = vout + 1;
  }
  return records;
}
