import { sha256d } from '../bytes/hashes.ts';

const letters = Uint8Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', (letter) =>
  letter.charCodeAt(0),
);
/** Digits that one division by 58^5 yields; its remainders, times 2^16, are exact as numbers. */
const digitsPerStep = 5;
const step = 58 ** digitsPerStep;
/** Version, hash and checksum: 25 bytes, as 16-bit numbers behind a zero byte. */
const words = new Uint32Array(13);
const payload = new Uint8Array(21);
/** 25 bytes have at most 35 digits. */
const digits = new Uint8Array(35);

/**
 * Encodes version and hash with a checksum in base 58: an address of an explorer's answer is one of thousands, and a
 * general encoder takes four times as long.
 * @param hash 20 bytes
 */
export function encodeBase58Address(version: number, hash: Uint8Array): string {
  payload[0] = version;
  payload.set(hash, 1);
  const checksum = sha256d(payload);
  words[0] = version;
  for (let i = 0; i < 10; i++) words[i + 1] = (hash[2 * i]! << 8) | hash[2 * i + 1]!;
  words[11] = (checksum[0]! << 8) | checksum[1]!;
  words[12] = (checksum[2]! << 8) | checksum[3]!;
  let at = digits.length;
  for (let first = 0; at > 0; ) {
    while (first < words.length && words[first] === 0) first++;
    let rest = 0;
    for (let i = first; i < words.length; i++) {
      const value = rest * 0x10000 + words[i]!;
      const quotient = Math.floor(value / step);
      words[i] = quotient;
      rest = value - quotient * step;
    }
    for (let i = 0; i < digitsPerStep; i++) {
      const tail = Math.floor(rest / 58);
      digits[--at] = letters[rest - 58 * tail]!;
      rest = tail;
    }
  }
  // a leading zero byte is one letter; other leading zeros are none
  while (at < digits.length && digits[at] === letters[0]) at++;
  for (let i = 0; i < payload.length && payload[i] === 0; i++) digits[--at] = letters[0]!;
  return Reflect.apply(String.fromCharCode, undefined, digits.subarray(at));
}
