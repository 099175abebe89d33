import { Buffer } from 'node:buffer';
import { settled } from '@glassblock/primitives';

const firstBytes = 1 << 12;

/**
 * Values of rows that were read together, in one buffer: an array for each of tens of thousands of rows would be copied
 * by the collections of the young generation until the last of them is used.
 */
export class RowValues {
  /** The values; replaced when it grows. */
  bytes: Uint8Array = Buffer.allocUnsafeSlow(firstBytes);
  private used = 0;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;

  /** @param count number of rows, none of which has a value yet */
  constructor(count: number) {
    this.starts = new Int32Array(count);
    this.ends = new Int32Array(count);
  }

  /** Copies the value of a row. @param value undefined where there is no row */
  set(index: number, value: Uint8Array | undefined): void {
    if (value === undefined) return;
    const start = this.used;
    const end = start + value.length;
    if (end > this.bytes.length) this.grow(end);
    this.bytes.set(value, start);
    this.used = end;
    this.starts[index] = start;
    // one more than the end: zero marks a row without a value
    this.ends[index] = end + 1;
  }

  private grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
  }

  has(index: number): boolean {
    return this.ends[index] !== 0;
  }

  /** Offset in `bytes` of the first byte of a value; 0 without one. */
  startOf(index: number): number {
    return this.starts[index]!;
  }

  /** Offset in `bytes` after the last byte of a value; 0 without one. */
  endOf(index: number): number {
    return Math.max(0, this.ends[index]! - 1);
  }

  /** Returns a view of a value; undefined without one. */
  valueAt(index: number): Uint8Array | undefined {
    if (!this.has(index)) return undefined;
    const { bytes } = this;
    return new Uint8Array(
      bytes.buffer,
      bytes.byteOffset + this.startOf(index),
      this.endOf(index) - this.startOf(index),
    );
  }
}

/** Rows of one request to an engine: small enough that its buffers are collected young. */
const chunkRows = 512;
/** Requests at a time, as many as libuv has threads: reads of a large index wait for the disk. */
const parallelReads = 4;

/**
 * Reads the values of rows by index, in requests of bounded size.
 * @param read returns the values of a range of rows
 */
export async function readValues(
  count: number,
  read: (from: number, to: number) => Promise<readonly (Uint8Array | undefined)[]>,
): Promise<RowValues> {
  const values = new RowValues(count);
  let next = 0;
  const readChunks = async () => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + chunkRows);
      for (const [i, value] of (await read(from, next)).entries()) values.set(from + i, value);
    }
  };
  // none writes into the values any more once this has failed
  await settled(Array.from({ length: Math.min(parallelReads, Math.ceil(count / chunkRows)) }, readChunks));
  return values;
}
