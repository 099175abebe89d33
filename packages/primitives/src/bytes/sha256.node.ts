import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

// The one-shot hash with a latin1 result ('binary' in the types) is twice as fast as with a buffer result: 2.4 against
// 1.1 million a second for 80 bytes on Node 24. The string is fast, and writing it back is one native call.
const inner = Buffer.allocUnsafeSlow(32);

function fromLatin1(digest: string): Uint8Array {
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i++) out[i] = digest.charCodeAt(i);
  return out;
}

/** SHA-256, 32 bytes in the order of the standard. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return fromLatin1(hash('sha256', bytes, 'binary'));
}

/** SHA-256 in hex, in the order of the standard. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** SHA-256 of SHA-256, 32 bytes in internal order. */
export function sha256d(bytes: Uint8Array): Uint8Array {
  inner.write(hash('sha256', bytes, 'binary'), 0, 32, 'latin1');
  return fromLatin1(hash('sha256', inner, 'binary'));
}

/** SHA-256 of SHA-256, 32 bytes written into `target` at `offset`. */
export function sha256dInto(target: Buffer, offset: number, bytes: Uint8Array): void {
  inner.write(hash('sha256', bytes, 'binary'), 0, 32, 'latin1');
  target.write(hash('sha256', inner, 'binary'), offset, 32, 'latin1');
}
