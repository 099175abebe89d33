/** 32 bits of two words that are spread already, mixed so that nobody who does not know the seed can make them meet. */
export function seededHash(low: number, high: number, seed: number): number {
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ Math.imul(high + seed, 0x85ebca77);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Four bytes as a number, least significant first. */
export const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
