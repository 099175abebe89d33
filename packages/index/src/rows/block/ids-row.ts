import { equalBytes } from '@glassblock/primitives';
import { bytes, listToEnd, type RowBytes, record } from '@glassblock/primitives/records';

/** Number of transactions whose txids share a row. */
export const idGroup = 32;

const txid = bytes(32);

/**
 * Txids of up to `idGroup` consecutive transactions, internal order. The functions below build and read rows in place:
 * they are half of the output of a bulk build.
 */
export const idsRow = record({ txids: listToEnd(txid) });

/** Appends the txids from index `from` (inclusive) to `to` (exclusive) to a row. */
export const appendIds = (row: RowBytes, txids: Uint8Array, from: number, to: number): RowBytes =>
  row.append(txids, txid.minBytes * from, txid.minBytes * to);

/** Returns a view of the txid at an index of a row; undefined after the end. */
export function idAt(row: Uint8Array, member: number): Uint8Array | undefined {
  const end = txid.minBytes * (member + 1);
  return row.length < end ? undefined : row.subarray(end - txid.minBytes, end);
}

/** Returns whether the txid at an index of a row equals `wanted`. */
export function idIn(row: Uint8Array, member: number, wanted: Uint8Array): boolean {
  const found = idAt(row, member);
  return found !== undefined && equalBytes(found, wanted);
}
