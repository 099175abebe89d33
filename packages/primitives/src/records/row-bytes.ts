import { u32At } from '../bytes/byte-reader.ts';
import { CodedError } from '../errors.ts';

/** Bytes of a row under construction. Grows as needed, and is used again for the next row after `clear`. */
export class RowBytes {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 4096) {
    this.bytes = new Uint8Array(capacity);
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  u8(value: number): this {
    this.room(1);
    this.bytes[this.length++] = value;
    return this;
  }

  /** Big-endian, as keys are, so that bytes sort like numbers; below 2^53. */
  big(value: number, width: number): this {
    this.room(width);
    const { bytes } = this;
    const start = this.length;
    let at = start + width;
    this.length = at;
    const lowStart = at - Math.min(width, 4);
    for (let low = value >>> 0; at > lowStart; low >>>= 8) bytes[--at] = low;
    if (width > 4) for (let high = (value / 0x100000000) >>> 0; at > start; high >>>= 8) bytes[--at] = high;
    return this;
  }

  /** Little-endian, 0 to 8 bytes; below 2^53. */
  little(value: number, width: number): this {
    this.room(width);
    const { bytes } = this;
    let at = this.length;
    const lowEnd = at + Math.min(width, 4);
    for (let low = value >>> 0; at < lowEnd; low >>>= 8) bytes[at++] = low;
    if (width > 4) {
      const end = at + width - 4;
      for (let high = (value / 0x100000000) >>> 0; at < end; high >>>= 8) bytes[at++] = high;
    }
    this.length = at;
    return this;
  }

  float64(value: number, isLittleEndian: boolean): this {
    this.room(8);
    floatView.setFloat64(0, value, isLittleEndian);
    this.bytes.set(floatBytes, this.length);
    this.length += 8;
    return this;
  }

  /** Seven bits a byte, least significant first; below 2^53. */
  varint(value: number): this {
    this.room(8);
    let rest = value;
    while (rest > 0x7fffffff) {
      this.bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
    return this;
  }

  append(bytes: Uint8Array, from = 0, to = bytes.length): this {
    this.room(to - from);
    this.bytes.set(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to), this.length);
    this.length += to - from;
    return this;
  }

  clear(): this {
    this.length = 0;
    return this;
  }

  /** A copy of the written bytes. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

const floatBytes = new Uint8Array(8);
const floatView = new DataView(floatBytes.buffer);

/** Reads a row of `RowBytes`. Each read throws when the bytes end before it.
 *  @throws {CodedError} primitives.truncated */
export class RowReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  u8(): number {
    if (this.at >= this.end) throw rowTruncated(this.at);
    return this.bytes[this.at++]!;
  }

  /** The next byte, which stays the next one. */
  peek(): number {
    if (this.at >= this.end) throw rowTruncated(this.at);
    return this.bytes[this.at]!;
  }

  big(width: number): number {
    const { bytes, at } = this;
    const end = at + width;
    if (end > this.end) throw rowTruncated(at);
    this.at = end;
    let value = 0;
    for (let i = at; i < end; i++) value = value * 256 + bytes[i]!;
    return value;
  }

  little(width: number): number {
    const { bytes, at } = this;
    if (at + width > this.end) throw rowTruncated(at);
    this.at = at + width;
    if (width === 4) return u32At(bytes, at);
    let value = 0;
    for (let i = at + width - 1; i >= at; i--) value = value * 256 + bytes[i]!;
    return value;
  }

  float64(isLittleEndian: boolean): number {
    floatBytes.set(this.take(8));
    return floatView.getFloat64(0, isLittleEndian);
  }

  varint(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  /** The next bytes as a view, not a copy. */
  take(count: number): Uint8Array {
    if (this.at + count > this.end) throw rowTruncated(this.at);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** Moves behind the next bytes. */
  skip(count: number): void {
    if (this.at + count > this.end) throw rowTruncated(this.at);
    this.at += count;
  }

  /** Returns the error of a read after the end. */
  truncated(): CodedError {
    return rowTruncated(this.at);
  }

  get remaining(): number {
    return this.end - this.at;
  }

  get isDone(): boolean {
    return this.at >= this.end;
  }
}

const rowTruncated = (offset: number) =>
  new CodedError('primitives.truncated', 'a row ends inside a field', { datum: { offset } });

/** Bytes that a number below 2^53 needs, 0 for zero. */
export function widthOf(value: number): number {
  if (value < 0x100) return value === 0 ? 0 : 1;
  if (value < 0x10000) return 2;
  if (value < 0x1000000) return 3;
  if (value < 0x100000000) return 4;
  if (value < 0x10000000000) return 5;
  return value < 0x1000000000000 ? 6 : 7;
}
