import { equalBytes } from '@glassblock/primitives';
import type { RowBytes } from '@glassblock/primitives/records';

/** Transactions whose ids share a row. */
export const idGroup = 32;

/** Appends some of many txids to a row: those from `from` on up to `to`, which is excluded. */
export const appendIds = (row: RowBytes, txids: Uint8Array, from: number, to: number): RowBytes =>
  row.append(txids, 32 * from, 32 * to);

/** True when an id's bytes stand at a place of an id row. */
export const idIn = (row: Uint8Array, member: number, txid: Uint8Array): boolean =>
  row.length >= 32 * (member + 1) && equalBytes(row.subarray(32 * member, 32 * member + 32), txid);

/** The id at a place of an id row; undefined behind its end. */
export const idAt = (row: Uint8Array, member: number): Uint8Array | undefined =>
  row.length >= 32 * (member + 1) ? row.subarray(32 * member, 32 * member + 32) : undefined;
