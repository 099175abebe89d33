import { equalBytes, fromHex, isCoded, readWholeTransaction, sha256, toHex } from '@glassblock/primitives';
import type { PushParts } from './push-fragment.ts';

/** What is wrong with a link that hands over a transaction; each has a sentence. */
export type PushFault = 'network' | 'noChecksum' | 'badChecksum' | 'undecoded';

/** The transaction of a link in lower-case hex, or why it is not taken. */
export type PushLink = { hex: string } | { fault: PushFault };

/** No node relays more than 400,000 bytes, and no link of a browser is much longer than a million of them in hex. */
const maxBytes = 1_000_000;

/** Bytes at the end of the transaction's SHA-256 that make the checksum. */
const checksumBytes = 8;

/**
 * Reads what a link hands over, as signing devices make it and as our own pages do. A device's link must bring a
 * checksum, and without `n` it is for mainnet; our own names neither, but what it does name must be right.
 *
 * The checksum is looked at before the network: of a link cut short `n` is the first to go, and its reader should hear of
 * the cut, not of a network that nobody named.   Source: Coldcard's nfc-pushtx.md
 * @param network  name of the page's network
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
 * Bytes of base64 in one of its two alphabets, with all of its padding or none; undefined for anything else, and for too
 * much of it.   Source: RFC 4648, 4 and 5
 */
function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length > Math.ceil(maxBytes / 3) * 4) return undefined;
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return undefined;
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  const padded = bare + '='.repeat((4 - (bare.length % 4)) % 4);
  if (bare.length % 4 === 1 || (text.endsWith('=') && text.length !== padded.length)) return undefined;
  const binary = atob(padded);
  // Bits behind the last byte are zero, or it is not what an encoder wrote.
  if (btoa(binary) !== padded) return undefined;
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Bytes of hex in either case; undefined for anything else, and for too much of it. */
function bytesOfHex(text: string): Uint8Array | undefined {
  return text.length > 2 * maxBytes ? undefined : unlessCoded(() => fromHex(text));
}

/** @param checksum  base64 of the last 8 bytes of the SHA-256, taken once, of all bytes */
function isChecksumOf(checksum: string, bytes: Uint8Array): boolean {
  const given = bytesOfBase64(checksum);
  return given !== undefined && equalBytes(given, sha256(bytes).subarray(-checksumBytes));
}

/** What devices call the networks: all that are for testing have one name, those that one makes at home another. */
const deviceNames: Readonly<Record<string, string>> = {
  mainnet: 'btc',
  testnet: 'xtn',
  testnet4: 'xtn',
  signet: 'xtn',
  regtest: 'xrt',
  demo: 'xrt',
};

/** Whether a link means the page's network: by the name that devices have for it, by its own, or by none for mainnet. */
function isNameOf(named: string, network: string): boolean {
  if (named === '') return network === 'mainnet';
  const name = named.toLowerCase();
  return name === network || name === deviceNames[network];
}

const isTransaction = (bytes: Uint8Array): boolean => unlessCoded(() => readWholeTransaction(bytes)) !== undefined;

/** What a codec makes of its input; undefined where it refuses it. */
function unlessCoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}
