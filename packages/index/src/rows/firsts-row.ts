import { RowBytes, RowReader } from '@glassblock/primitives/records';
import { u32At } from '../tx-number.ts';

/** Blocks whose first numbers share a row. */
export const firstGroup = 256;

/** Encodes the numbers of the first transactions of up to `firstGroup` blocks. */
export function encodeFirstsRow(firsts: readonly number[]): Uint8Array {
  const row = new RowBytes(4 * firstGroup);
  for (const first of firsts) row.big(first, 4);
  return row.copy();
}

/** Decodes the numbers of the first transactions of a group of blocks. */
export function decodeFirstsRow(value: Uint8Array): number[] {
  const reader = new RowReader(value);
  const firsts: number[] = [];
  while (!reader.isDone) firsts.push(reader.big(4));
  return firsts;
}

/** Returns the number of one block's first transaction; undefined behind the end of the row.
 *  @param member  place of the block in its group */
export const firstIn = (row: Uint8Array, member: number): number | undefined =>
  row.length < 4 * (member + 1) ? undefined : u32At(row, 4 * member);
