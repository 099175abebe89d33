/** A JSON value that a handler has encoded itself. */
export class EncodedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}
