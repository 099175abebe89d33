import type { Height } from '@glassblock/primitives';

/**
 * A transaction's place in the active chain: the same after any rebuild, another one after a reorg. Not valid outside
 * of the view that it was read from.
 */
export interface TxNumber {
  readonly height: Height;
  /** Position in the block; 0 is the coinbase. */
  readonly position: number;
}

/** Compares positions; negative if `a` precedes `b`. */
export const compareTxNumbers = (a: TxNumber, b: TxNumber): number => a.height - b.height || a.position - b.position;

/** Encodes an unsigned 32-bit integer, big-endian. */
export function u32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  bytes[0] = value >>> 24;
  bytes[1] = value >>> 16;
  bytes[2] = value >>> 8;
  bytes[3] = value;
  return bytes;
}

/** Decodes an unsigned 32-bit integer, big-endian. */
export function u32At(bytes: Uint8Array, offset = 0): number {
  return new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0);
}
