/** Letters of the 5-bit groups, as in bech32. Source: BIP 173 */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Generator of the 60-bit checksum. Source: Elements blech32.cpp */
const generator = [
  0x7d52fba40bd886n,
  0x5e8dbf1a03950cn,
  0x1c3a3c74072a18n,
  0x385d72fa0e5139n,
  0x7093e5a608865bn,
] as const;
/** Final constants of the checksum: blech32 for witness version 0, blech32m for later ones. */
const blech32Constant = 1n;
const blech32mConstant = 0x455972a3350f7a1n;
const checksumLength = 12;
const low55Bits = (1n << 55n) - 1n;

function checksumOf(groups: Iterable<number>): bigint {
  let checksum = 1n;
  for (const group of groups) {
    const top = checksum >> 55n;
    checksum = ((checksum & low55Bits) << 5n) ^ BigInt(group);
    for (let i = 0; i < generator.length; i++) if ((top >> BigInt(i)) & 1n) checksum ^= generator[i]!;
  }
  return checksum;
}

/** The prefix as input of the checksum. */
function groupsOfPrefix(prefix: string): number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

const constantOf = (version: number): bigint => (version === 0 ? blech32Constant : blech32mConstant);

/** Returns bits regrouped from `from` to `to` bits a group, undefined when padding bits are wrong. */
function regroup(groups: Iterable<number>, from: number, to: number, isPadded: boolean): number[] | undefined {
  const out: number[] = [];
  let bits = 0;
  let value = 0;
  for (const group of groups) {
    value = ((value << from) | group) & 0xfff;
    for (bits += from; bits >= to; ) {
      bits -= to;
      out.push((value >> bits) & ((1 << to) - 1));
    }
  }
  const rest = value & ((1 << bits) - 1);
  if (isPadded) {
    if (bits > 0) out.push(rest << (to - bits));
  } else if (bits >= from || rest !== 0) return undefined;
  return out;
}

/**
 * Encodes a confidential segwit address.
 * @param prefix human-readable part, lower case
 * @param payload blinding public key, then witness program
 */
export function encodeBlech32(prefix: string, version: number, payload: Uint8Array): string {
  const data = [version, ...regroup(payload, 8, 5, true)!];
  const padding = new Array<number>(checksumLength).fill(0);
  const checksum = checksumOf([...groupsOfPrefix(prefix), ...data, ...padding]) ^ constantOf(version);
  const tail = padding.map((_, i) => Number((checksum >> BigInt(5 * (checksumLength - 1 - i))) & 31n));
  return `${prefix}1${[...data, ...tail].map((group) => letters[group]).join('')}`;
}

/** Content of a blech32 address. */
export interface Blech32 {
  /** Human-readable part, lower case. */
  readonly prefix: string;
  /** Witness version, 0 to 16. */
  readonly version: number;
  /** Blinding public key, then witness program. */
  readonly payload: Uint8Array;
}

/** Decodes a confidential segwit address, all lower or all upper case; undefined when it is none. */
export function decodeBlech32(text: string): Blech32 | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  const separator = lower.lastIndexOf('1');
  const groups = Array.from(lower.slice(separator + 1), (letter) => letters.indexOf(letter));
  const version = groups[0];
  if (separator < 1 || groups.includes(-1) || groups.length < checksumLength + 1) return undefined;
  if (version === undefined || version > 16) return undefined;
  const prefix = lower.slice(0, separator);
  if (checksumOf([...groupsOfPrefix(prefix), ...groups]) !== constantOf(version)) return undefined;
  const payload = regroup(groups.slice(1, -checksumLength), 5, 8, false);
  return payload === undefined ? undefined : { prefix, version, payload: Uint8Array.from(payload) };
}
