import { RowBytes, RowReader } from '@glassblock/primitives/records';

/** Encodes the value of an unspent output, in sats. */
export const encodeUnspent = (value: number): Uint8Array => new RowBytes(8).varint(value).copy();

/** Decodes the value of an unspent output, in sats. */
export const decodeUnspent = (row: Uint8Array): number => new RowReader(row).varint();
