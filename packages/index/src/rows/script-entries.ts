import { type RowBytes, RowReader, widthOf } from '@glassblock/primitives/records';

/** What one transaction did to one script. */
export interface ScriptDelta {
  fundedCount: number;
  fundedSum: bigint;
  spentCount: number;
  spentSum: bigint;
}

/** Sums over all transactions of a script up to some point. */
export interface ScriptTotals extends ScriptDelta {
  txCount: number;
}

export const noTotals: ScriptTotals = { txCount: 0, fundedCount: 0, fundedSum: 0n, spentCount: 0, spentSum: 0n };

const high = 2 ** 48;

/** Running totals without bigint: what was ever received may pass 2^53 on a busy script and is kept in two parts. */
export class RunningTotals {
  txCount = 0;
  fundedCount = 0;
  spentCount = 0;
  /** Received and not spent; always below the money supply. */
  balance = 0;
  private fundedLow = 0;
  private fundedHigh = 0;

  add(fundedCount: number, fundedSum: number, spentCount: number, spentSum: number): void {
    this.txCount++;
    this.fundedCount += fundedCount;
    this.spentCount += spentCount;
    this.balance += fundedSum - spentSum;
    this.fundedLow += fundedSum;
    while (this.fundedLow >= high) {
      this.fundedLow -= high;
      this.fundedHigh++;
    }
  }

  /** Outputs received and not spent. */
  get open(): number {
    return this.fundedCount - this.spentCount;
  }

  write(row: RowBytes): void {
    row.varint(this.txCount).varint(this.fundedCount).varint(this.spentCount).varint(this.balance);
    row.varint(this.fundedLow).varint(this.fundedHigh);
  }

  read(reader: RowReader): this {
    this.txCount = reader.varint();
    this.fundedCount = reader.varint();
    this.spentCount = reader.varint();
    this.balance = reader.varint();
    this.fundedLow = reader.varint();
    this.fundedHigh = reader.varint();
    return this;
  }

  clear(): this {
    this.txCount = this.fundedCount = this.spentCount = this.balance = this.fundedLow = this.fundedHigh = 0;
    return this;
  }

  set(from: RunningTotals): void {
    this.txCount = from.txCount;
    this.fundedCount = from.fundedCount;
    this.spentCount = from.spentCount;
    this.balance = from.balance;
    this.fundedLow = from.fundedLow;
    this.fundedHigh = from.fundedHigh;
  }

  totals(): ScriptTotals {
    const fundedSum = BigInt(this.fundedHigh) * BigInt(high) + BigInt(this.fundedLow);
    const { txCount, fundedCount, spentCount } = this;
    return { txCount, fundedCount, fundedSum, spentCount, spentSum: fundedSum - BigInt(this.balance) };
  }
}

/** Forms of an entry, the upper three bits of its first byte; then two bits: width of the number's distance less one, three
 *  bits: width of the value. */
const kind = {
  /** One output. */
  fund: 0,
  /** One output of whole thousands of sats. */
  fundThousands: 1,
  /** Spends everything that is open. */
  sweep: 2,
  /** One input, not everything. */
  spend: 3,
  /** Spends everything that is open and receives one output. */
  sweepAndFund: 4,
  /** Counts and sums in full. */
  general: 5,
  /** One input of whole thousands, not everything. */
  spendThousands: 6,
  /** One output, with its index: the first entry of a script whose second one spends exactly that. Alone in a tail it
   *  stands for both, and the spends table has the number of the second. */
  paired: 7,
} as const;

/**
 * Appends one entry to a row and adds it to the totals.
 * @param last  number of the entry before it in the row, 0 for the first
 */
export function writeEntry(
  row: RowBytes,
  totals: RunningTotals,
  last: number,
  number: number,
  fundedCount: number,
  fundedSum: number,
  spentCount: number,
  spentSum: number,
): void {
  const distance = number - last;
  const distanceWidth = Math.max(1, widthOf(distance));
  const isSweep = spentCount > 0 && spentCount === totals.open && spentSum === totals.balance;
  let form: number = kind.general;
  let value = 0;
  if (spentCount === 0 && fundedCount === 1) {
    const inThousands = fundedSum > 0 && fundedSum % 1000 === 0;
    form = inThousands ? kind.fundThousands : kind.fund;
    value = inThousands ? fundedSum / 1000 : fundedSum;
  } else if (isSweep && fundedCount === 0) form = kind.sweep;
  else if (isSweep && fundedCount === 1) {
    form = kind.sweepAndFund;
    value = fundedSum;
  } else if (fundedCount === 0 && spentCount === 1) {
    const inThousands = spentSum > 0 && spentSum % 1000 === 0;
    form = inThousands ? kind.spendThousands : kind.spend;
    value = inThousands ? spentSum / 1000 : spentSum;
  }
  const valueWidth = widthOf(value);
  row.u8((form << 5) | ((distanceWidth - 1) << 3) | valueWidth);
  row.little(distance, distanceWidth);
  row.little(value, valueWidth);
  if (form === kind.general) row.varint(fundedCount).varint(fundedSum).varint(spentCount).varint(spentSum);
  totals.add(fundedCount, fundedSum, spentCount, spentSum);
}

/** Writes the entry that stands for an output and, while it is alone, for its spend. */
export function writePaired(row: RowBytes, totals: RunningTotals, number: number, value: number, vout: number): void {
  const inThousands = value > 0 && value % 1000 === 0;
  const written = inThousands ? value / 1000 : value;
  const width = Math.max(1, widthOf(number));
  const valueWidth = widthOf(written);
  row.u8((kind.paired << 5) | ((width - 1) << 3) | valueWidth);
  row
    .little(number, width)
    .little(written, valueWidth)
    .varint(vout * 2 + (inThousands ? 1 : 0));
  totals.add(1, value, 0, 0);
}

/** Walks over the entries of a row; `totals` stand after the current one. */
export class EntryReader {
  readonly totals: RunningTotals;
  /** Number of the current entry's transaction. */
  number = 0;
  fundedCount = 0;
  fundedSum = 0;
  spentCount = 0;
  spentSum = 0;
  /** Output index, where the entry tells it; else -1. */
  vout = -1;
  private readonly reader: RowReader;

  constructor(bytes: Uint8Array, at: number, end: number, totals: RunningTotals) {
    this.reader = new RowReader(bytes, at, end);
    this.totals = totals;
  }

  /** Offset behind the current entry. */
  get at(): number {
    return this.reader.at;
  }

  /** @returns false at the end */
  next(): boolean {
    const { reader, totals } = this;
    if (reader.isDone) return false;
    const first = reader.u8();
    this.number += reader.little(((first >> 3) & 3) + 1);
    const value = reader.little(first & 7);
    this.fundedCount = this.fundedSum = this.spentCount = this.spentSum = 0;
    this.vout = -1;
    switch (first >> 5) {
      case kind.fund:
      case kind.fundThousands:
        this.fundedCount = 1;
        this.fundedSum = first >> 5 === kind.fund ? value : value * 1000;
        break;
      case kind.sweep:
      case kind.sweepAndFund:
        this.spentCount = totals.open;
        this.spentSum = totals.balance;
        if (first >> 5 === kind.sweepAndFund) {
          this.fundedCount = 1;
          this.fundedSum = value;
        }
        break;
      case kind.spend:
      case kind.spendThousands:
        this.spentCount = 1;
        this.spentSum = first >> 5 === kind.spend ? value : value * 1000;
        break;
      case kind.paired: {
        const what = reader.varint();
        this.vout = Math.floor(what / 2);
        this.fundedCount = 1;
        this.fundedSum = what % 2 === 1 ? value * 1000 : value;
        break;
      }
      case kind.general:
        this.fundedCount = reader.varint();
        this.fundedSum = reader.varint();
        this.spentCount = reader.varint();
        this.spentSum = reader.varint();
        break;
    }
    totals.add(this.fundedCount, this.fundedSum, this.spentCount, this.spentSum);
    return true;
  }
}
