import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * Returns true for the encoding of a point of secp256k1: 33 bytes from 02 or 03, or 65 bytes from 04. Anything else is
 * false, also the hybrid forms 06 and 07. Costs a square root (about ten microseconds): check once per key, not per
 * view.
 */
export function isOnCurve(pubkey: Uint8Array): boolean {
  const first = pubkey[0];
  const compressed = pubkey.length === 33 && (first === 2 || first === 3);
  const uncompressed = pubkey.length === 65 && first === 4;
  if (!compressed && !uncompressed) return false;
  try {
    secp256k1.Point.fromBytes(pubkey);
    return true;
  } catch {
    return false;
  }
}
