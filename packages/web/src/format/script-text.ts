/** Bytes of even hex; empty for invalid hex. */
function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let place = 0; place < bytes.length; place++) {
    const byte = Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16);
    bytes[place] = Number.isNaN(byte) ? 0 : byte;
  }
  return bytes;
}

/**
 * Returns the readable text of a script or message: printable UTF-8 only. Never interpreted as markup. Direction marks
 * are dropped, so that text from the chain cannot change the text direction.
 */
export function printable(hex: string): string {
  return new TextDecoder()
    .decode(bytesOf(hex))
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns the data of an OP_RETURN (6a), without simple push opcodes. */
export function pushedData(script: string): string {
  let rest = script.startsWith('6a') ? script.slice(2) : script;
  let data = '';
  while (rest.length >= 2) {
    const opcode = Number.parseInt(rest.slice(0, 2), 16);
    const width = opcode === 0x4c ? 1 : opcode === 0x4d ? 2 : opcode === 0x4e ? 4 : 0;
    let length = opcode;
    if (width > 0) {
      const digits = rest.slice(2, 2 + 2 * width).match(/../g) ?? [];
      length = Number.parseInt(digits.reverse().join('') || '0', 16);
    } else if (opcode > 0x4b || Number.isNaN(opcode)) length = 0;
    const from = 2 + 2 * width;
    data += rest.slice(from, from + 2 * length);
    rest = rest.slice(from + 2 * length);
  }
  return data;
}
