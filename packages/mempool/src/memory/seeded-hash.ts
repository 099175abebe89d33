/** Mixes two words into 32 bits so that collisions cannot be made without the seed. */
export function seededHash(low: number, high: number, seed: number): number {
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ Math.imul(high + seed, 0x85ebca77);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
