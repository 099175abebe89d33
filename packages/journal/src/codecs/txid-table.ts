/** Returns the first slot to probe for a txid. Ids can be chosen by anyone, so the slot depends on a secret. */
export function txidPlace(txid: Uint8Array, secret: number, slots: number): number {
  const low = txid[0]! | (txid[1]! << 8) | (txid[2]! << 16) | (txid[3]! << 24);
  const high = txid[4]! | (txid[5]! << 8) | (txid[6]! << 16) | (txid[7]! << 24);
  return mixedPlace(low, high, secret, slots);
}

/** The same for the first eight bytes as two little-endian numbers. */
export function mixedPlace(low: number, high: number, secret: number, slots: number): number {
  let mixed = Math.imul(low ^ secret, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ high, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ secret, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return (mixed >>> 0) % slots;
}

/** Creates a secret; one per table. */
export const newSecret = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;
