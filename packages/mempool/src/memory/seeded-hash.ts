/** Mixes two words into 32 bits so that collisions cannot be made without the seed. */
export function seededHash(low: number, high: number, seed: number): number {
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ Math.imul(high + seed, 0x85ebca77);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Returns four bytes as a little-endian number. */
export const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
