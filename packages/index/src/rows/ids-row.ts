import { equalBytes } from '@glassblock/primitives';

/** Transactions whose ids share a row. */
export const idGroup = 32;

/** True when an id's bytes stand at a place of an id row. */
export const idIn = (row: Uint8Array, member: number, txid: Uint8Array): boolean =>
  row.length >= 32 * (member + 1) && equalBytes(row.subarray(32 * member, 32 * member + 32), txid);

/** The id at a place of an id row; undefined behind its end. */
export const idAt = (row: Uint8Array, member: number): Uint8Array | undefined =>
  row.length >= 32 * (member + 1) ? row.subarray(32 * member, 32 * member + 32) : undefined;
