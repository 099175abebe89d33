import { CodedError } from '@glassblock/primitives';
import { bitFields, RowBytes, RowReader, widthOf } from '@glassblock/primitives/records';

/** Transactions whose spent outputs share a row. */
export const spendGroup = 32;

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

/*
 * Records of a group in the order of (transaction, output). They are written and read thousands of millions of times, so
 * they are no record of fields: `SpendGroupWriter` and `decodeSpendGroup` are derived by hand from the first byte below,
 * which the documentation lists too. Behind it stand, where it says so, the step in transactions and the step in outputs
 * (varints), then the distance to the spender (little-endian), then the input index (a varint).
 */

/** First byte of a record. The largest steps mean that a varint follows. */
export const spendHead = bitFields({ txStep: 2, voutStep: 3, distanceWidthLessOne: 2, hasVin: 1 });
const { txStep, voutStep, distanceWidthLessOne, hasVin } = spendHead.parts;

/** Encodes the records of a group one by one. */
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
