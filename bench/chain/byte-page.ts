import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

const inner = Buffer.allocUnsafeSlow(32);

/** Writes the SHA-256 of `bytes[start, end)` to `out` at `at`. A latin1 string is the fastest result of node:crypto. */
export function sha256To(bytes: Buffer, start: number, end: number, out: Buffer, at: number): void {
  out.write(hash('sha256', bytes.subarray(start, end), 'binary'), at, 32, 'latin1');
}

/** Writes the double SHA-256 of `bytes[start, end)` to `out` at `at`; `out` may be `bytes`. */
export function sha256dTo(bytes: Buffer, start: number, end: number, out: Buffer, at: number): void {
  inner.write(hash('sha256', bytes.subarray(start, end), 'binary'), 0, 32, 'latin1');
  out.write(hash('sha256', inner, 'binary'), at, 32, 'latin1');
}

/**
 * A reusable buffer of fixed size, written sequentially: millions of transactions are written without allocating an
 * object for each. Numbers are little-endian. Writing past the end throws RangeError.
 */
export class BytePage {
  readonly bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.alloc(capacity);
  }

  /** Clears the page. */
  wipe(): this {
    this.length = 0;
    return this;
  }

  u8(value: number): this {
    this.bytes.writeUInt8(value, this.length);
    this.length += 1;
    return this;
  }

  u16(value: number): this {
    this.length = this.bytes.writeUInt16LE(value, this.length);
    return this;
  }

  u32(value: number): this {
    this.length = this.bytes.writeUInt32LE(value, this.length);
    return this;
  }

  /** Appends an integer from 0 to 2^53 - 1. */
  u64(value: number): this {
    return this.u32(value % 0x100000000).u32(Math.floor(value / 0x100000000));
  }

  /** Appends a CompactSize; values above 65,535 do not occur here. */
  compactSize(value: number): this {
    return value < 0xfd ? this.u8(value) : this.u8(0xfd).u16(value);
  }

  /** Appends `from[start, end)`. */
  copy(from: Uint8Array, start = 0, end = from.length): this {
    const stop = this.length + end - start;
    if (stop > this.bytes.length) throw new RangeError(`the page of ${this.bytes.length} bytes is full`);
    if (end - start <= 40) for (let i = start, at = this.length; i < end; i++) this.bytes[at++] = from[i]!;
    else this.bytes.set(start === 0 && end === from.length ? from : from.subarray(start, end), this.length);
    this.length = stop;
    return this;
  }

  /** Appends the content of another page from `start`. */
  page(other: BytePage, start = 0): this {
    return this.copy(other.bytes, start, other.length);
  }

  /** Appends the SHA-256 of `from[start, end)`. */
  sha256(from: Buffer, start: number, end: number): this {
    sha256To(from, start, end, this.bytes, this.length);
    this.length += 32;
    return this;
  }

  /** Appends the double SHA-256 of `from[start, end)`. */
  sha256d(from: Buffer, start: number, end: number): this {
    sha256dTo(from, start, end, this.bytes, this.length);
    this.length += 32;
    return this;
  }
}
