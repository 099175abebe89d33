import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

const inner = Buffer.allocUnsafeSlow(32);

/** SHA-256 of `bytes[start, end)`, written to `out` at `at`. The latin1 answer is the quickest way out of node:crypto. */
export function sha256To(bytes: Buffer, start: number, end: number, out: Buffer, at: number): void {
  out.write(hash('sha256', bytes.subarray(start, end), 'binary'), at, 32, 'latin1');
}

/** SHA-256 of SHA-256 of `bytes[start, end)`, written to `out` at `at`; `out` may be `bytes`. */
export function sha256dTo(bytes: Buffer, start: number, end: number, out: Buffer, at: number): void {
  inner.write(hash('sha256', bytes.subarray(start, end), 'binary'), 0, 32, 'latin1');
  out.write(hash('sha256', inner, 'binary'), at, 32, 'latin1');
}

/** A page of fixed size that is written from the front, wiped, and written again: millions of transactions go through a
 *  few of them without making an object each. Numbers are little-endian. Writing past its end throws (RangeError). */
export class BytePage {
  readonly bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.alloc(capacity);
  }

  /** Empties the page. */
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

  /** An integer from 0 up to 2^53 - 1. */
  u64(value: number): this {
    return this.u32(value % 0x100000000).u32(Math.floor(value / 0x100000000));
  }

  /** Bitcoin's length prefix; nothing here is longer than 65,535. */
  compactSize(value: number): this {
    return value < 0xfd ? this.u8(value) : this.u8(0xfd).u16(value);
  }

  /** Copies `from[start, end)`. */
  copy(from: Uint8Array, start = 0, end = from.length): this {
    const stop = this.length + end - start;
    if (stop > this.bytes.length) throw new RangeError(`the page of ${this.bytes.length} bytes is full`);
    if (end - start <= 40) for (let i = start, at = this.length; i < end; i++) this.bytes[at++] = from[i]!;
    else this.bytes.set(start === 0 && end === from.length ? from : from.subarray(start, end), this.length);
    this.length = stop;
    return this;
  }

  /** All that another page holds, from `start`. */
  page(other: BytePage, start = 0): this {
    return this.copy(other.bytes, start, other.length);
  }

  /** SHA-256 of `from[start, end)`, as the next 32 bytes. */
  sha256(from: Buffer, start: number, end: number): this {
    sha256To(from, start, end, this.bytes, this.length);
    this.length += 32;
    return this;
  }

  /** The same twice over. */
  sha256d(from: Buffer, start: number, end: number): this {
    sha256dTo(from, start, end, this.bytes, this.length);
    this.length += 32;
    return this;
  }
}
