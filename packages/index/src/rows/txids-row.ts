import { RowBytes, RowReader } from '@glassblock/primitives/records';

const scratch = new RowBytes();

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
