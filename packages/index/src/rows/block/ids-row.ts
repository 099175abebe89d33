import { equalBytes } from '@glassblock/primitives';
import { bytes, listToEnd, type RowBytes, record } from '@glassblock/primitives/records';

/** Transactions whose ids share a row. */
export const idGroup = 32;

const txid = bytes(32);

/** Txids of up to `idGroup` consecutive transactions, internal order. Rows are made and read in place by the functions
 *  below, with the width of the field: they are half of what a first build writes. */
export const idsRow = record({ txids: listToEnd(txid) });

/** Appends some of many txids to a row: those from `from` on up to `to`, which is excluded. */
export const appendIds = (row: RowBytes, txids: Uint8Array, from: number, to: number): RowBytes =>
  row.append(txids, txid.minBytes * from, txid.minBytes * to);

/** Returns the txid at a place of a row, as a view; undefined behind the end. */
export function idAt(row: Uint8Array, member: number): Uint8Array | undefined {
  const end = txid.minBytes * (member + 1);
  return row.length < end ? undefined : row.subarray(end - txid.minBytes, end);
}

/** Returns true when a txid stands at a place of a row. */
export function idIn(row: Uint8Array, member: number, wanted: Uint8Array): boolean {
  const found = idAt(row, member);
  return found !== undefined && equalBytes(found, wanted);
}
