import { fromHex, toHex } from '@glassblock/primitives';
import { RowBytes, RowReader } from '@glassblock/primitives/records';
import { describe, expect, it } from 'vitest';
import { EntryReader, RunningTotals, writeEntry, writePaired } from './script-entries.ts';

/** Hex of an entry, then number, outputs received and their sum, outputs spent and their sum. */
const entries: readonly [name: string, hex: string, ...values: [number, number, number, number, number]][] = [
  // First byte: form (3 bits), width of the distance minus one (2), width of the value (3); numbers are LE.
  ['one output', '12' + '030201' + 'e903', 0x010203, 1, 1_001, 0, 0],
  ['one output of whole thousands', '21' + '01' + '05', 0x010204, 1, 5_000, 0, 0],
  ['another one', '21' + '02' + '07', 0x010206, 1, 7_000, 0, 0],
  ['one input, not everything', '62' + '03' + 'e903', 0x010209, 0, 0, 1, 1_001],
  ['one input of whole thousands, not everything', 'c1' + '04' + '05', 0x01020d, 0, 0, 1, 5_000],
  ['everything spent and one output', '81' + '05' + 'fa', 0x010212, 1, 250, 1, 7_000],
  ['everything spent', '40' + '06', 0x010218, 0, 0, 1, 250],
  // General entry: outputs, their sum, inputs, their sum, a varint each.
  ['counts and sums', 'a8' + '0001' + '02' + 'ac02' + '00' + '00', 0x010318, 2, 300, 0, 0],
  ['counts and sums of both', 'a0' + '01' + '03' + 'f403' + '01' + 'c801', 0x010319, 3, 500, 1, 200],
  ['an output of the full width', '07' + '01' + 'ffffffffffff1f', 0x01031a, 1, Number.MAX_SAFE_INTEGER, 0, 0],
  ['a distance of the full width', '19' + '04030201' + '09', 0x01031a + 0x01020304, 1, 9, 0, 0],
];

describe('entries of a script', () => {
  it('encodes a script entry of each form', () => {
    const totals = new RunningTotals();
    let last = 0;
    for (const [name, hex, number, ...sums] of entries) {
      const row = new RowBytes();
      writeEntry(row, totals, last, number, ...sums);
      expect(toHex(row.copy()), name).toBe(hex);
      last = number;
    }
  });

  it('decodes a script entry of each form', () => {
    const bytes = fromHex(entries.map(([, hex]) => hex).join(''));
    const reader = new EntryReader(bytes, 0, bytes.length, new RunningTotals());
    for (const [name, , ...values] of entries) {
      expect(reader.next(), name).toBe(true);
      const { number, fundedCount, fundedSum, spentCount, spentSum, vout } = reader;
      expect([number, fundedCount, fundedSum, spentCount, spentSum], name).toEqual(values);
      expect(vout).toBe(-1);
    }
    expect(reader.next()).toBe(false);
  });
});

describe('a paired entry', () => {
  it.each([
    ['of whole thousands', 21_000, ['f9', '04030201', '15', 'd904']],
    ['of other sats', 1_001, ['fa', '04030201', 'e903', 'd804']],
  ])('encodes and decodes an output %s', (_name, value, parts) => {
    // Form and widths, number LE, value LE, varint of twice the output index plus one when in thousands.
    const bytes = fromHex(parts.join(''));
    const row = new RowBytes();
    writePaired(row, new RunningTotals(), 0x01020304, value, 300);
    expect(toHex(row.copy())).toBe(toHex(bytes));
    const reader = new EntryReader(bytes, 0, bytes.length, new RunningTotals());
    expect(reader.next()).toBe(true);
    const { number, fundedCount, fundedSum, spentCount, spentSum, vout } = reader;
    expect([number, fundedCount, fundedSum, spentCount, spentSum, vout]).toEqual([0x01020304, 1, value, 0, 0, 300]);
  });
});

describe('totals of a script', () => {
  const bytes = fromHex(
    [
      '07', // transactions, varint
      '03', // outputs received, varint
      '02', // outputs spent, varint
      'ad03', // balance in sats, varint: 429
      '8101', // sum received modulo 2^48, varint: 129
      '01', // sum received divided by 2^48, varint
    ].join(''),
  );
  const totals = new RunningTotals();
  totals.add(3, 2 ** 48 + 129, 2, 2 ** 48 - 300);
  for (let i = 0; i < 6; i++) totals.add(0, 0, 0, 0);

  it('encodes the totals of a script', () => {
    const row = new RowBytes();
    totals.write(row);
    expect(toHex(row.copy())).toBe(toHex(bytes));
  });

  it('decodes the totals of a script', () => {
    const read = new RunningTotals().read(new RowReader(bytes));
    expect(read).toEqual(totals);
    expect(read.totals()).toEqual({
      txCount: 7,
      fundedCount: 3,
      fundedSum: 2n ** 48n + 129n,
      spentCount: 2,
      spentSum: 2n ** 48n - 300n,
    });
  });
});
