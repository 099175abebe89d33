import { Buffer } from 'node:buffer';
import { settled } from '@glassblock/primitives';
import { copyBytes } from './copy-bytes.ts';

const firstBytes = 1 << 12;
/** Memory for values beyond this is not reused. */
const maxReusedBytes = 1 << 23;

/**
 * Values of rows that were read together, in one buffer: an array for each of tens of thousands of rows would be copied
 * by the collections of the young generation until the last of them is used.
 */
export class RowValues {
  /** The values; replaced when it grows. */
  bytes: Uint8Array = Buffer.allocUnsafeSlow(firstBytes);
  private used = 0;
  /** Number of values. */
  private valueCount = 0;
  private rowCount = 0;
  private starts = new Int32Array(0);
  private ends = new Int32Array(0);

  /** @param count number of rows, none of which has a value yet */
  constructor(count = 0) {
    this.reset(count);
  }

  /**
   * Removes all values and reuses their memory; views of them become invalid.
   * @param count number of rows, none of which has a value yet
   */
  reset(count: number): this {
    this.rowCount = count;
    this.used = this.valueCount = 0;
    if (this.bytes.length > maxReusedBytes) this.bytes = Buffer.allocUnsafeSlow(firstBytes);
    if (this.ends.length < count) [this.starts, this.ends] = [new Int32Array(count), new Int32Array(count)];
    else this.ends.fill(0, 0, count);
    return this;
  }

  /** Copies the value of a row. @param value undefined where there is no row */
  set(index: number, value: Uint8Array | undefined): void {
    if (value !== undefined) this.setRange(index, value, 0, value.length);
  }

  /** Copies the value of a row from a part of an array. */
  setRange(index: number, from: Uint8Array, at: number, length: number): void {
    const start = this.used;
    const end = start + length;
    if (end > this.bytes.length) this.grow(end);
    copyBytes(from, at, this.bytes, start, length);
    this.used = end;
    this.valueCount++;
    this.starts[index] = start;
    // one more than the end: zero marks a row without a value
    this.ends[index] = end + 1;
  }

  /** Makes room for as many more values as there are rows, of the mean length so far, up to four times what is needed. */
  private grow(needed: number): void {
    // the first values may be much longer than the others
    const expected = Math.min((1.1 * needed * this.rowCount) / (this.valueCount + 1), 4 * needed);
    const grown = Buffer.allocUnsafeSlow(Math.ceil(Math.max(expected, 1.25 * needed)));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
  }

  has(index: number): boolean {
    return this.ends[index] !== 0;
  }

  /** Offset in `bytes` of the first byte of a value; 0 without one. */
  startOf(index: number): number {
    return this.has(index) ? this.starts[index]! : 0;
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
 * @param set called with each of them
 */
export async function readValues(
  count: number,
  read: (from: number, to: number) => Promise<readonly (Uint8Array | undefined)[]>,
  set: (index: number, value: Uint8Array | undefined) => void,
): Promise<void> {
  let next = 0;
  const readChunks = async () => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + chunkRows);
      const rows = await read(from, next);
      for (let i = 0; i < rows.length; i++) set(from + i, rows[i]);
    }
  };
  // `set` is not called any more once this has failed
  await settled(Array.from({ length: Math.min(parallelReads, Math.ceil(count / chunkRows)) }, readChunks));
}
