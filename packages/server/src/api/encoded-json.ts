/** A JSON value that a handler has encoded itself. */
export class EncodedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }

  /** Returns a copy that retains nothing else: `Buffer.from` would take small ones from a slab of 8 KiB. */
  copy(): Buffer {
    const { text } = this;
    const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    if (typeof text === 'string') copy.write(text);
    else text.copy(copy);
    return copy;
  }
}
