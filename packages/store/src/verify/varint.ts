/** Reads the little-endian varints and length-prefixed strings of LevelDB's files. */
export class VarintReader {
  private readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  /** @throws {RangeError} if it is truncated or exceeds the safe integers */
  number(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.bytes[this.offset++];
      if (byte === undefined) throw new RangeError('a number is truncated');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
    }
    throw new RangeError('a number is too large');
  }

  /** @throws {RangeError} if fewer bytes are left */
  take(length: number): Uint8Array {
    const start = this.offset;
    this.offset += length;
    if (this.offset > this.bytes.length) throw new RangeError('bytes are truncated');
    return this.bytes.subarray(start, this.offset);
  }

  /** Reads a length, then that many bytes. @throws {RangeError} if it is truncated */
  prefixed(): Uint8Array {
    return this.take(this.number());
  }
}
