import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha256d, sha256Hex } from '#sha256';
import { CodedError } from '../errors.ts';
import { concatBytes, fromHex } from './bytes.ts';

export { sha256, sha256d };

/** Returns RIPEMD-160 of SHA-256, 20 bytes, as used by P2PKH and P2SH. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

const prefixOfTag = new Map<string, Uint8Array>();

/**
 * Returns the tagged hash, 32 bytes: sha256(sha256(tag) sha256(tag) parts..). `tag` must be a constant, never user
 * input, because its prefix is cached. Source: BIP 340
 */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  let prefix = prefixOfTag.get(tag);
  if (prefix === undefined) {
    const tagHash = sha256(new TextEncoder().encode(tag));
    prefix = concatBytes(tagHash, tagHash);
    prefixOfTag.set(tag, prefix);
  }
  return sha256(concatBytes(prefix, ...parts));
}

/** Returns the key of a script in the history tables: its SHA-256 in hash order (Electrum reverses it). */
export function scriptHash(script: Uint8Array): Uint8Array {
  return sha256(script);
}

/** Returns the script hash in hex, in hash order. */
export function scriptHashHex(script: Uint8Array): string {
  return sha256Hex(script);
}

/**
 * Returns the hex script hash of a script given in hex, in hash order.
 * @throws {CodedError} primitives.bad-script-hex
 */
export function scriptHashOfHex(hex: string): string {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex)) {
    throw new CodedError('primitives.bad-script-hex', 'script is not a valid hex string', { datum: hex.slice(0, 80) });
  }
  return scriptHashHex(fromHex(hex));
}
