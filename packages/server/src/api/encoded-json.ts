/** A JSON value that a handler has encoded itself. */
export class EncodedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }

  /** Returns a copy that retains nothing else. */
  copy(): Buffer {
    return typeof this.text === 'string' ? Buffer.from(this.text) : Buffer.from(this.text);
  }
}
