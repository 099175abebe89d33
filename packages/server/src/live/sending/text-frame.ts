declare const framed: unique symbol;

/** A whole WebSocket text message as on the wire: header and payload in one buffer, to be written without a copy. */
export type TextFrame = Buffer & { readonly [framed]: true };

/** First byte of a whole, uncompressed text message (RFC 6455, 5.2). */
const finalText = 0x81;
const maxLength = { short: 125, medium: 65_535 };

/** Creates the message of a server: not masked, so all clients may share it. */
export function textFrame(text: string): TextFrame {
  const length = Buffer.byteLength(text);
  const start = length <= maxLength.short ? 2 : length <= maxLength.medium ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = finalText;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame as TextFrame;
}
