import { listToEnd, RowReader, record, u32be } from '@glassblock/primitives/records';

/** Number of blocks whose first transaction numbers share a row. */
export const firstGroup = 256;

/** A transaction number. */
const first = u32be;

/** Numbers of the first transactions of up to `firstGroup` consecutive blocks. */
export const firstsRow = record({ firsts: listToEnd(first) });

/** Encodes the numbers of the first transactions of a group of blocks. */
export const encodeFirstsRow = (firsts: number[]): Uint8Array => firstsRow.encode({ firsts });

/** Decodes the numbers of the first transactions of a group of blocks. */
export const decodeFirstsRow = (row: Uint8Array): number[] => firstsRow.decode(row).firsts;

/**
 * Returns the number of one block's first transaction; undefined after the end of the row.
 * @param member index of the block in its group
 */
export function firstIn(row: Uint8Array, member: number): number | undefined {
  const at = first.minBytes * member;
  return row.length < at + first.minBytes ? undefined : first.read(new RowReader(row, at));
}
