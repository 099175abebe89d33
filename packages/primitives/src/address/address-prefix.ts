import { compareBytes, concatBytes, fromHex } from '../bytes/bytes.ts';
import { type AddressPrefixes, addressKind, addressOfKey, maxAddressLength } from './addresses.ts';

/** A half-open range of address keys (see `addressKey`) in bytewise order. */
export interface AddressRange {
  from: Uint8Array;
  until: Uint8Array;
}

/**
 * Returns the key ranges of all addresses of a network that start with `prefix`, and of no others: disjoint, fewer than
 * 50, empty when no address has the prefix. Bech32 is accepted in either case.
 * Example: `addressRanges('bc1q', networks.mainnet)` returns `[{ from: 02, until: 03 }]`.
 */
export function addressRanges(prefix: string, network: AddressPrefixes): AddressRange[] {
  if (prefix.length > maxAddressLength) return [];
  return [
    ...base58Ranges(prefix, addressKind.p2pkh, network),
    ...base58Ranges(prefix, addressKind.p2sh, network),
    ...segwitRanges(prefix.toLowerCase(), network),
  ];
}

/** Returns whether a key is in one of the ranges. */
export function isInRanges(key: Uint8Array, ranges: readonly AddressRange[]): boolean {
  return ranges.some(({ from, until }) => compareBytes(key, from) >= 0 && compareBytes(key, until) < 0);
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = 58n;
/** Version, hash and checksum. */
const numberBytes = 25;
const hashBytes = 20;
const checksumBits = 32n;

/**
 * Base58: an address is a number of 25 bytes. Each leading zero byte is written as `1`, the remaining number in base 58. A prefix
 * is therefore one range of numbers per possible digit count; without the last four bytes, the checksum, a range of
 * hashes. At both ends of the range the checksum decides and is computed.
 */
function base58Ranges(prefix: string, kind: 0 | 1, network: AddressPrefixes): AddressRange[] {
  const version = BigInt(kind === addressKind.p2pkh ? network.p2pkh : network.p2sh);
  const digits = [...prefix].map((letter) => base58Digits.indexOf(letter));
  if (digits.includes(-1)) return [];
  const firstDigit = digits.findIndex((digit) => digit > 0);
  const zeros = firstDigit === -1 ? digits.length : firstDigit;
  const rest = digits.slice(zeros);
  // a version byte other than zero leaves no leading zero, version 0 at least one
  if ((version === 0n) !== zeros > 0 && prefix !== '') return [];
  if (zeros >= numberBytes) return [];
  const numbers = numbersWith(version, zeros, rest.length === 0);
  const start = rest.reduce((sum, digit) => sum * base + BigInt(digit), 0n);
  const found: AddressRange[] = [];
  if (rest.length === 0) pushHashes(found, numbers, prefix, kind, network);
  const [minDigits, maxDigits] = [digitsIn(numbers.min), digitsIn(numbers.max)];
  for (let count = Math.max(minDigits, rest.length); rest.length > 0 && count <= maxDigits; count++) {
    const step = base ** BigInt(count - rest.length);
    const first = larger(numbers.min, start * step);
    const last = smaller(numbers.max, (start + 1n) * step - 1n);
    if (first <= last) pushHashes(found, { min: first, max: last }, prefix, kind, network);
  }
  return found;
}

interface Numbers {
  min: bigint;
  max: bigint;
}

/** Numbers of a version with exactly `zeros` leading zero bytes, or more when no text follows the ones. */
function numbersWith(version: bigint, zeros: number, orMore: boolean): Numbers {
  const below = (bytes: number): bigint => 256n ** BigInt(bytes);
  if (version > 0n) return { min: version * below(numberBytes - 1), max: (version + 1n) * below(numberBytes - 1) - 1n };
  const own = Math.max(zeros, 1);
  return { min: orMore ? 0n : below(numberBytes - 1 - own), max: below(numberBytes - own) - 1n };
}

function pushHashes(
  into: AddressRange[],
  numbers: Numbers,
  prefix: string,
  kind: 0 | 1,
  network: AddressPrefixes,
): void {
  const mask = (1n << BigInt(8 * hashBytes)) - 1n;
  const keyOf = (hash: bigint) => {
    const hex = hash.toString(16).padStart(2 * hashBytes, '0');
    return concatBytes(Uint8Array.of(kind), fromHex(hex));
  };
  const begins = (hash: bigint) => addressOfKey(keyOf(hash), network).startsWith(prefix);
  let first = (numbers.min >> checksumBits) & mask;
  let last = (numbers.max >> checksumBits) & mask;
  if (!begins(first)) first++;
  if (first <= last && !begins(last)) last--;
  if (first <= last)
    into.push({ from: keyOf(first), until: last === mask ? Uint8Array.of(kind + 1) : keyOf(last + 1n) });
}

function digitsIn(number: bigint): number {
  let count = 0;
  for (let left = number; left > 0n; left /= base) count++;
  return count;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bitsOfLetter = 5;
const maxVersion = 16;
/** Bytes of witness programs. Source: BIP 141; BIP 173 for the two of version 0 */
const minProgram = 2;
const maxProgramSize = 40;
const lengthsOfVersion0 = [20, 32];

/**
 * Bech32: after the version each character is five bits of the program, so a prefix is a range of programs of all
 * lengths. A program that ends inside the prefix continues with its checksum: there is at most one per length.
 */
function segwitRanges(prefix: string, network: AddressPrefixes): AddressRange[] {
  const head = `${network.bech32}1`;
  const { witness } = addressKind;
  if (head.startsWith(prefix)) {
    return [{ from: Uint8Array.of(witness), until: Uint8Array.of(witness + maxVersion + 1) }];
  }
  if (!prefix.startsWith(head)) return [];
  const [version = -1, ...letters] = [...prefix.slice(head.length)].map((letter) => bech32Letters.indexOf(letter));
  if (version === -1 || version > maxVersion || letters.includes(-1)) return [];
  const kind = witness + version;
  const bits = letters.map((letter) => letter.toString(2).padStart(bitsOfLetter, '0')).join('');
  const found: AddressRange[] = [];
  for (let bytes = minProgram; bytes <= maxProgramSize && 8 * bytes < bits.length; bytes++) {
    if (version === 0 && !lengthsOfVersion0.includes(bytes)) continue;
    const key = concatBytes(Uint8Array.of(kind), bytesOfBits(bits.slice(0, 8 * bytes)));
    if (!addressOfKey(key, network).startsWith(prefix)) continue;
    found.push({ from: key, until: concatBytes(key, Uint8Array.of(0)) });
  }
  if (bits.length <= 8 * maxProgramSize) {
    const from = concatBytes(Uint8Array.of(kind), bytesOfBits(bits));
    found.push({ from, until: afterBits(kind, bits) });
  }
  return found;
}

/** Bits from the left, the last byte padded with zeros. */
const bytesOfBits = (bits: string): Uint8Array =>
  Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
    Number.parseInt(bits.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
  );

/** The first key after those whose program starts with the bits. */
function afterBits(kind: number, bits: string): Uint8Array {
  const lastZero = bits.lastIndexOf('0');
  if (lastZero === -1) return Uint8Array.of(kind + 1);
  return concatBytes(Uint8Array.of(kind), bytesOfBits(`${bits.slice(0, lastZero)}1`));
}
