import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** First 16 bytes of the SHA-256 of scripts that lie between offsets of one array. */
export function scriptHashesInto(bytes: Uint8Array, from: Uint32Array, to: Uint32Array): Uint8Array {
  const hashes = Buffer.allocUnsafe(16 * from.length);
  for (let i = 0; i < from.length; i++) {
    hashes.write(hash('sha256', bytes.subarray(from[i]!, to[i]!), 'binary'), 16 * i, 16, 'latin1');
  }
  return hashes;
}
