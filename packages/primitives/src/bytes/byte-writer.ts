/**
 * Writes bytes into a growing buffer; numbers are little-endian. Each write returns the writer, so writes chain.
 * Example: `new ByteWriter().u32(2).compactSize(script.length).bytes(script).finish()`
 */
export class ByteWriter {
  private buffer: Uint8Array;
  private used = 0;

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(Math.max(capacity, 16));
  }

  /** Bytes written so far. */
  get length(): number {
    return this.used;
  }

  u8(value: number): this {
    // reserve first: it may replace the buffer
    const at = this.reserve(1);
    this.buffer[at] = value;
    return this;
  }

  u16(value: number): this {
    return this.u8(value).u8(value >>> 8);
  }

  /** Accepts a signed value too: writes its low 32 bits. */
  u32(value: number): this {
    const at = this.reserve(4);
    this.buffer[at] = value;
    this.buffer[at + 1] = value >>> 8;
    this.buffer[at + 2] = value >>> 16;
    this.buffer[at + 3] = value >>> 24;
    return this;
  }

  /**
   * Writes an integer from 0 to 2^53 - 1.
   * @throws {RangeError} on any other number, an internal error
   */
  u64(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not an amount: ${value}`);
    return this.u32(value % 0x100000000).u32(Math.floor(value / 0x100000000));
  }

  /** Writes a CompactSize in its shortest form. */
  compactSize(value: number): this {
    if (value < 0xfd) return this.u8(value);
    if (value <= 0xffff) return this.u8(0xfd).u16(value);
    if (value <= 0xffffffff) return this.u8(0xfe).u32(value);
    return this.u8(0xff).u64(value);
  }

  bytes(bytes: Uint8Array): this {
    const at = this.reserve(bytes.length);
    this.buffer.set(bytes, at);
    return this;
  }

  /** The length, then the bytes. */
  lengthPrefixed(bytes: Uint8Array): this {
    return this.compactSize(bytes.length).bytes(bytes);
  }

  /** Removes all written bytes; the buffer is used again. */
  clear(): this {
    this.used = 0;
    return this;
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array {
    return this.buffer.slice(0, this.used);
  }

  private reserve(count: number): number {
    const at = this.used;
    this.used = at + count;
    if (this.used > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.used, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, at));
      this.buffer = larger;
    }
    return at;
  }
}
