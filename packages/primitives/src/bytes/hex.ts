/** Encodes bytes as lower-case hex. */
export interface HexEncoder {
  /** In the order given. */
  toHex(bytes: Uint8Array): string;
  /** A 32-byte hash as display hex: reversed from internal order. */
  displayHash(hash32: Uint8Array): string;
}

const digitCodes = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const charsPerCall = 8_192;

/**
 * The encoder of browsers. Its strings are flat: one made by adding up digits is a tree of pieces with ten times the
 * memory, which is copied when first used.
 */
export const plainHex: HexEncoder = {
  toHex(bytes) {
    const codes = new Uint8Array(2 * bytes.length);
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      codes[2 * i] = digitCodes[byte >>> 4]!;
      codes[2 * i + 1] = digitCodes[byte & 15]!;
    }
    let text = '';
    for (let at = 0; at < codes.length; at += charsPerCall) {
      text += String.fromCharCode(...codes.subarray(at, at + charsPerCall));
    }
    return text;
  },
  displayHash: (hash32) => plainHex.toHex(hash32.toReversed()),
};

/** The encoder of Node: several times faster. */
export function nodeHex(NodeBuffer: typeof Buffer): HexEncoder {
  const reversed = NodeBuffer.alloc(32);
  return {
    toHex: ({ buffer, byteOffset, byteLength }) => NodeBuffer.from(buffer, byteOffset, byteLength).toString('hex'),
    displayHash(hash32) {
      if (hash32.length !== 32) return plainHex.displayHash(hash32);
      for (let i = 0; i < 32; i++) reversed[i] = hash32[31 - i]!;
      return reversed.toString('hex');
    },
  };
}
