import { sha256 as digest } from '@noble/hashes/sha2.js';
import { toHex } from './bytes.ts';

/** SHA-256, 32 bytes in the order of the standard. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes);
}

/** SHA-256 in hex, in the order of the standard. */
export function sha256Hex(bytes: Uint8Array): string {
  return toHex(digest(bytes));
}

/** SHA-256 of SHA-256, 32 bytes in internal order. */
export function sha256d(bytes: Uint8Array): Uint8Array {
  return digest(digest(bytes));
}
