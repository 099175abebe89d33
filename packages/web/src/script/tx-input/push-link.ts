import { equalBytes, fromHex, isCoded, readWholeTransaction, sha256, toHex } from '@glassblock/primitives';
import type { PushParts } from './push-fragment.ts';

/** Why a link with a transaction is rejected; each has a message. */
export type PushFault = 'network' | 'noChecksum' | 'badChecksum' | 'undecoded';

/** The transaction of a link in lower-case hex, or why it is rejected. */
export type PushLink = { hex: string } | { fault: PushFault };

/** Nodes relay at most 400,000 bytes, and browsers limit URLs to about this length. */
const maxBytes = 1_000_000;

/** Last bytes of the transaction's SHA-256 that are the checksum. */
const checksumBytes = 8;

/**
 * Decodes a link of a signing device or of our own pages. A device's link must have a checksum, and is for mainnet
 * without `n`; ours need neither, but both must be correct if present. The checksum is verified before the network: a
 * truncated link loses `n` first, and the error should name the truncation. Source: Coldcard's nfc-pushtx.md
 * @param network name of the page's network
 */
export function readPushLink({ form, data, checksum, network: named }: PushParts, network: string): PushLink {
  const isOfDevice = form === 'base64';
  if (isOfDevice && checksum === '') return { fault: 'noChecksum' };
  const bytes = isOfDevice ? bytesOfBase64(data) : bytesOfHex(data);
  if (bytes === undefined) return { fault: 'undecoded' };
  if (checksum !== '' && !isChecksumOf(checksum, bytes)) return { fault: 'badChecksum' };
  if ((isOfDevice || named !== '') && !isNameOf(named, network)) return { fault: 'network' };
  return isTransaction(bytes) ? { hex: toHex(bytes) } : { fault: 'undecoded' };
}

/**
 * Decodes base64 in either alphabet, with full padding or none; undefined for invalid or too long text. Source: RFC
 * 4648, 4 and 5
 */
function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length > Math.ceil(maxBytes / 3) * 4) return undefined;
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return undefined;
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  const padded = bare + '='.repeat((4 - (bare.length % 4)) % 4);
  if (bare.length % 4 === 1 || (text.endsWith('=') && text.length !== padded.length)) return undefined;
  const binary = atob(padded);
  // unused bits of the last digit must be zero
  if (btoa(binary) !== padded) return undefined;
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Decodes hex in either case; undefined for invalid or too long text. */
function bytesOfHex(text: string): Uint8Array | undefined {
  return text.length > 2 * maxBytes ? undefined : unlessCoded(() => fromHex(text));
}

/**
 * Verifies a checksum.
 * @param checksum base64 of the last 8 bytes of the single SHA-256 of all bytes
 */
function isChecksumOf(checksum: string, bytes: Uint8Array): boolean {
  const given = bytesOfBase64(checksum);
  return given !== undefined && equalBytes(given, sha256(bytes).subarray(-checksumBytes));
}

/** Network names of signing devices: all test networks share one, regtest has another. */
const deviceNames: Readonly<Record<string, string>> = {
  mainnet: 'btc',
  testnet: 'xtn',
  testnet4: 'xtn',
  signet: 'xtn',
  regtest: 'xrt',
  demo: 'xrt',
};

/** Returns whether a link is for the page's network: by its device name, its own name, or none for mainnet. */
function isNameOf(named: string, network: string): boolean {
  if (named === '') return network === 'mainnet';
  const name = named.toLowerCase();
  return name === network || name === deviceNames[network];
}

const isTransaction = (bytes: Uint8Array): boolean => unlessCoded(() => readWholeTransaction(bytes)) !== undefined;

/** Returns the result of a decoder; undefined when it rejects the input. */
function unlessCoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}
