import type { Height } from '@glassblock/primitives';

/** A transaction's place in the active chain: the same after any rebuild, another one after a reorg. Never let it leave
 *  the view that it was read from. */
export interface TxNumber {
  readonly height: Height;
  /** Position in the block; 0 is the coinbase. */
  readonly position: number;
}

/** Five bytes, big-endian: height in 24 bits, position in 16. They sort like the chain. */
export function encodeTxNumber({ height, position }: TxNumber): Uint8Array {
  if (height < 0 || height > 0xffffff || position < 0 || position > 0xffff) {
    throw new Error(`transaction number ${height}:${position} is out of range`);
  }
  return new Uint8Array([height >>> 16, (height >>> 8) & 255, height & 255, position >>> 8, position & 255]);
}

export function decodeTxNumber(bytes: Uint8Array, offset = 0): TxNumber {
  return {
    height: ((bytes[offset]! << 16) | (bytes[offset + 1]! << 8) | bytes[offset + 2]!) as Height,
    position: (bytes[offset + 3]! << 8) | bytes[offset + 4]!,
  };
}

/** Negative when `a` stands before `b` in the chain. */
export const compareTxNumbers = (a: TxNumber, b: TxNumber): number => a.height - b.height || a.position - b.position;

export function u32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function u32At(bytes: Uint8Array, offset = 0): number {
  return new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0);
}
