/** Displayed id of a hash in internal order. Written by native code: one flat string, several times quicker than
 *  primitives' displayHash, which also runs in a browser; the past of the demo makes half a million of them. */
export function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

/** Internal order of a displayed id that is known to be one. */
export function hashOf(id: string): Uint8Array {
  return Buffer.from(id, 'hex').reverse();
}
