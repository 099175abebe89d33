import { CodedError } from '../errors.ts';
import { nodeHex, plainHex } from './hex.ts';

const noDigit = 255;
const digitOfCode = new Uint8Array(128).fill(noDigit);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digitOfCode[digit.charCodeAt(0)] = value;
  digitOfCode[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Absent in browsers. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: typeof Buffer };

/** `toHex` returns lower-case hex in the order given; `displayHash` a 32-byte hash as display hex (reversed). */
export const { toHex, displayHash } = NodeBuffer === undefined ? plainHex : nodeHex(NodeBuffer);

/**
 * Returns the bytes of a hex string, either case.
 * @throws {CodedError} primitives.bad-hex on odd length or another character
 */
export function fromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) throw badHex(hex);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = digitOfCode[hex.charCodeAt(2 * i)] ?? noDigit;
    const low = digitOfCode[hex.charCodeAt(2 * i + 1)] ?? noDigit;
    if (high === noDigit || low === noDigit) throw badHex(hex);
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

function badHex(hex: string): CodedError {
  return new CodedError('primitives.bad-hex', 'not a hex string', { datum: hex.slice(0, 80) });
}

/**
 * Returns a display hash in internal order: 64 hex digits, either case.
 * @throws {CodedError} primitives.bad-hash
 */
export function hashFromDisplay(hex: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) {
    throw new CodedError('primitives.bad-hash', 'a hash is 64 hex digits', { datum: hex.slice(0, 80) });
  }
  return fromHex(hex).reverse();
}

/** Returns true when both hold the same bytes. Not constant-time: nothing here is secret. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Compares byte by byte, a prefix first: negative, zero or positive when `a` sorts before, with or after `b`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns a new array with the parts one after another. */
export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Returns four bytes as a little-endian number. */
export const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
