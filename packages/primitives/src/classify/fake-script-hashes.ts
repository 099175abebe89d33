import type { Subject } from './subject.ts';

/** First bytes of the file types that are stored in outputs, and of the stamp protocols. At least four bytes each. */
const openings: readonly (readonly number[])[] = [
  ...['stamp:', 'GIF8', 'RIFF', '%PDF', 'OggS', 'fLaC', 'glTF', 'wOF2'].map((text) =>
    Array.from(text, (letter) => letter.charCodeAt(0)),
  ),
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff, 0xdb], // JPEG
  [0xff, 0xd8, 0xff, 0xe0],
  [0xff, 0xd8, 0xff, 0xe1],
  [0xff, 0xd8, 0xff, 0xee],
  [0x50, 0x4b, 0x03, 0x04], // ZIP
  [0x1f, 0x8b, 0x08, 0x00], // gzip
  [0x1f, 0x8b, 0x08, 0x08],
];

const programSize = 32;
const minPadding = 4;

/**
 * Returns true when a run of P2WSH outputs carries a file instead of script hashes: two bytes big-endian length, the
 * file, zeros to the end of the last program. (The scheme is known as Olga; CIP-33.) Any P2WSH output may start it, and
 * further P2WSH outputs, such as change, may follow.
 * One in 65,536 random programs has a matching length by chance, which alone would flag honest transactions every day.
 * So a second sign is required: four or more zeros of padding, a known file header, or text throughout (at least 27
 * bytes of it, where there is so little padding). By chance these occur with 2^-32, 2^-27 and 2^-37, together with the
 * length below 2^-42: among the 2^30 P2WSH outputs that the chain may come to hold the chance of a false positive is 1
 * in 4,000. Missed are binary files without a known header that leave less than four bytes of their last program free.
 */
export function hasFakeScriptHash({ outputs, outputTypes }: Subject): boolean {
  const runEnds = new Uint32Array(outputs.length + 1);
  for (let i = outputs.length - 1; i >= 0; i--)
    runEnds[i] = outputTypes[i] === 'v0_p2wsh' ? runEnds[i + 1]! || i + 1 : 0;

  // a byte of the programs, counted from those of output `first`; the script starts with two opcodes
  const byteAt = (first: number, at: number): number =>
    outputs[first + Math.floor(at / programSize)]!.script[2 + (at % programSize)]!;

  let textBudget = 1 << 20;
  for (let first = 0; first < outputs.length; first++) {
    if (runEnds[first] === 0) continue;
    const end = 2 + byteAt(first, 0) * 0x100 + byteAt(first, 1);
    const count = Math.ceil(end / programSize);
    if (end === 2 || first + count > runEnds[first]!) continue;
    let padding = 0;
    const size = count * programSize;
    while (end + padding < size && byteAt(first, end + padding) === 0) padding++;
    if (end + padding < size) continue;
    if (padding >= minPadding) return true;
    if (openings.some((bytes) => bytes.every((byte, i) => byteAt(first, 2 + i) === byte))) return true;
    // outputs that look like many long texts must not be read repeatedly
    let at = 2;
    while (at < end && textBudget-- > 0 && isText(byteAt(first, at))) at++;
    if (at === end) return true;
  }
  return false;
}

/** Printable ASCII, tab and line ends: 98 of 256 bytes. */
function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;
}
