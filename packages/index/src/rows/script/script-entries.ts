import {
  bitFields,
  type RowBytes,
  RowReader,
  record,
  type ValueOf,
  varint,
  widthOf,
} from '@glassblock/primitives/records';

/** The effect of one transaction on a script. */
export interface ScriptDelta {
  fundedCount: number;
  fundedSum: bigint;
  spentCount: number;
  spentSum: bigint;
}

/** Totals over the transactions of a script up to some point. */
export interface ScriptTotals extends ScriptDelta {
  txCount: number;
}

/** Totals of an unused script. */
export const noTotals: ScriptTotals = { txCount: 0, fundedCount: 0, fundedSum: 0n, spentCount: 0, spentSum: 0n };

const high = 2 ** 48;

/** Totals before the first entry of a tail or chunk. */
export const scriptTotals = record({
  txCount: varint,
  fundedCount: varint,
  spentCount: varint,
  balance: varint,
  /** Sum received modulo 2^48. */
  fundedLow: varint,
  /** Sum received divided by 2^48. */
  fundedHigh: varint,
});
type StoredTotals = ValueOf<typeof scriptTotals>;
const zeroTotals: StoredTotals = {
  txCount: 0,
  fundedCount: 0,
  spentCount: 0,
  balance: 0,
  fundedLow: 0,
  fundedHigh: 0,
};

/** Running totals without bigint: the total received can exceed 2^53 for a busy script and is stored in two parts. */
export class RunningTotals {
  txCount = 0;
  fundedCount = 0;
  spentCount = 0;
  /** Sats received and not spent; always below the money supply. */
  balance = 0;
  /** Total sats received, modulo 2^48 and divided by 2^48. */
  fundedLow = 0;
  fundedHigh = 0;

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

  /** Number of outputs received and not spent. */
  get open(): number {
    return this.fundedCount - this.spentCount;
  }

  write(row: RowBytes): void {
    scriptTotals.write(row, this);
  }

  read(reader: RowReader): this {
    return this.set(scriptTotals.read(reader));
  }

  clear(): this {
    return this.set(zeroTotals);
  }

  set(from: StoredTotals): this {
    this.txCount = from.txCount;
    this.fundedCount = from.fundedCount;
    this.spentCount = from.spentCount;
    this.balance = from.balance;
    this.fundedLow = from.fundedLow;
    this.fundedHigh = from.fundedHigh;
    return this;
  }

  totals(): ScriptTotals {
    const fundedSum = BigInt(this.fundedHigh) * BigInt(high) + BigInt(this.fundedLow);
    const { txCount, fundedCount, spentCount } = this;
    return { txCount, fundedCount, fundedSum, spentCount, spentSum: fundedSum - BigInt(this.balance) };
  }
}

/*
 * Entries are written and read billions of times, so they are not records: `writeEntry` and `EntryReader` are written
 * by hand from the definitions below, which docs/schema.md lists too. An entry consists of its first byte; the distance
 * from the number of the previous entry and the value, both little-endian with the widths given by the first byte; and
 * the fields of its form.
 */

/** First byte of an entry. */
export const entryHead = bitFields({ form: 3, distanceWidthLessOne: 2, valueWidth: 3 });
const { form: formBits, distanceWidthLessOne: distanceBits, valueWidth: valueBits } = entryHead.parts;

const headOf = (form: number, distanceWidth: number, valueWidth: number): number =>
  (form << formBits.shift) | ((distanceWidth - 1) << distanceBits.shift) | (valueWidth << valueBits.shift);

/** Fields of an entry of the form `general`. */
export const generalEntry = record({
  fundedCount: varint,
  fundedSum: varint,
  spentCount: varint,
  spentSum: varint,
});

/** Fields of an entry of the form `paired`. */
export const pairedEntry = record({
  /** Twice the output index, plus one if the value is in thousands of sats. */
  voutAndUnit: varint,
});

/** Forms of an entry. */
export const entryForms = {
  /** One output. */
  fund: 0,
  /** One output of a multiple of 1,000 sats. */
  fundThousands: 1,
  /** Spends all unspent outputs. */
  sweep: 2,
  /** Spends one of several unspent outputs. */
  spend: 3,
  /** Spends all unspent outputs and receives one output. */
  sweepAndFund: 4,
  /** Full counts and sums. */
  general: 5,
  /** Spends one of several unspent outputs, with a value that is a multiple of 1,000 sats. */
  spendThousands: 6,
  /**
   * One output with its index: the first entry of a script whose second transaction spends exactly that output. As the
   * only entry of a tail it represents both, and the spends table has the number of the second transaction.
   */
  paired: 7,
} as const;

/** Returns the form of the entry at an offset; undefined where the entries end. */
export const formAt = (bytes: Uint8Array, at: number, end: number): number | undefined =>
  at === end ? undefined : (bytes[at]! >> formBits.shift) & formBits.mask;

/**
 * Appends an entry to a row and adds it to the totals.
 * @param last number of the previous entry in the row, 0 for the first one
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
  let form: number = entryForms.general;
  let value = 0;
  if (spentCount === 0 && fundedCount === 1) {
    const inThousands = fundedSum > 0 && fundedSum % 1000 === 0;
    form = inThousands ? entryForms.fundThousands : entryForms.fund;
    value = inThousands ? fundedSum / 1000 : fundedSum;
  } else if (isSweep && fundedCount === 0) form = entryForms.sweep;
  else if (isSweep && fundedCount === 1) {
    form = entryForms.sweepAndFund;
    value = fundedSum;
  } else if (fundedCount === 0 && spentCount === 1) {
    const inThousands = spentSum > 0 && spentSum % 1000 === 0;
    form = inThousands ? entryForms.spendThousands : entryForms.spend;
    value = inThousands ? spentSum / 1000 : spentSum;
  }
  const valueWidth = widthOf(value);
  row.u8(headOf(form, distanceWidth, valueWidth));
  row.little(distance, distanceWidth);
  row.little(value, valueWidth);
  if (form === entryForms.general) generalEntry.write(row, { fundedCount, fundedSum, spentCount, spentSum });
  totals.add(fundedCount, fundedSum, spentCount, spentSum);
}

/** Appends a paired entry, which represents an output and, as the only entry, its spend. */
export function writePaired(row: RowBytes, totals: RunningTotals, number: number, value: number, vout: number): void {
  const inThousands = value > 0 && value % 1000 === 0;
  const written = inThousands ? value / 1000 : value;
  const width = Math.max(1, widthOf(number));
  const valueWidth = widthOf(written);
  row.u8(headOf(entryForms.paired, width, valueWidth));
  row.little(number, width);
  row.little(written, valueWidth);
  pairedEntry.write(row, { voutAndUnit: vout * 2 + (inThousands ? 1 : 0) });
  totals.add(1, value, 0, 0);
}

/** Iterates over the entries of a row; `totals` include the current one. */
export class EntryReader {
  readonly totals: RunningTotals;
  /** Number of the current entry's transaction. */
  number = 0;
  fundedCount = 0;
  fundedSum = 0;
  spentCount = 0;
  spentSum = 0;
  /** Output index of a paired entry; otherwise -1. */
  vout = -1;
  private readonly reader: RowReader;

  constructor(bytes: Uint8Array, at: number, end: number, totals: RunningTotals) {
    this.reader = new RowReader(bytes, at, end);
    this.totals = totals;
  }

  /** Offset of the end of the current entry. */
  get at(): number {
    return this.reader.at;
  }

  /** @returns false at the end */
  next(): boolean {
    const { reader, totals } = this;
    if (reader.isDone) return false;
    const first = reader.u8();
    const form = (first >> formBits.shift) & formBits.mask;
    this.number += reader.little(((first >> distanceBits.shift) & distanceBits.mask) + 1);
    const value = reader.little((first >> valueBits.shift) & valueBits.mask);
    this.fundedCount = this.fundedSum = this.spentCount = this.spentSum = 0;
    this.vout = -1;
    switch (form) {
      case entryForms.fund:
      case entryForms.fundThousands:
        this.fundedCount = 1;
        this.fundedSum = form === entryForms.fund ? value : value * 1000;
        break;
      case entryForms.sweep:
      case entryForms.sweepAndFund:
        this.spentCount = totals.open;
        this.spentSum = totals.balance;
        if (form === entryForms.sweepAndFund) {
          this.fundedCount = 1;
          this.fundedSum = value;
        }
        break;
      case entryForms.spend:
      case entryForms.spendThousands:
        this.spentCount = 1;
        this.spentSum = form === entryForms.spend ? value : value * 1000;
        break;
      case entryForms.paired: {
        const { voutAndUnit } = pairedEntry.read(reader);
        this.vout = Math.floor(voutAndUnit / 2);
        this.fundedCount = 1;
        this.fundedSum = voutAndUnit % 2 === 1 ? value * 1000 : value;
        break;
      }
      case entryForms.general: {
        const { fundedCount, fundedSum, spentCount, spentSum } = generalEntry.read(reader);
        this.fundedCount = fundedCount;
        this.fundedSum = fundedSum;
        this.spentCount = spentCount;
        this.spentSum = spentSum;
        break;
      }
    }
    totals.add(this.fundedCount, this.fundedSum, this.spentCount, this.spentSum);
    return true;
  }
}
