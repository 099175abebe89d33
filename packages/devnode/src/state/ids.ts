/**
 * Returns the display hex of a hash in internal order. Uses native code: several times faster than `displayHash` of
 * primitives, which also runs in browsers; the demo needs half a million at start.
 */
export function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

/** Returns the internal order of valid display hex. */
export function hashOf(id: string): Uint8Array {
  return Buffer.from(id, 'hex').reverse();
}
