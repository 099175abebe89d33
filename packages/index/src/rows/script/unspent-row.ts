import { record, varint } from '@glassblock/primitives/records';

/** Value of an unspent output; its other fields are in the key. */
export const unspentRow = record({ sats: varint });

/** Encodes the value of an unspent output, in sats. */
export const encodeUnspent = (sats: number): Uint8Array => unspentRow.encode({ sats });

/** Decodes the value of an unspent output, in sats. */
export const decodeUnspent = (row: Uint8Array): number => unspentRow.decode(row).sats;
