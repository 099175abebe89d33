import { copyBytes } from '../copy-bytes.ts';
import type { OnChange, SortedChanges } from '../engine.ts';

const wordBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Numbers before the places: how many rows there are. */
const headWords = 1;
/** Numbers per row: offset of its key, bytes of the key, bytes of the value or `deleted`. The value follows the key. */
const placeWords = 3;
const deleted = 0xffffffff;

/** Changes of rows in key order in one array, which threads share: see "Write-ahead log" in docs/schema.md. */
export class SortedRows implements SortedChanges {
  readonly count: number;
  readonly byteLength: number;
  private readonly bytes: Uint8Array;
  private readonly places: Uint32Array;

  /** @param bytes written by `writeSortedRows`; a view of them is used. Their offset is a multiple of four */
  constructor(bytes: Uint8Array) {
    const [count] = new Uint32Array(bytes.buffer, bytes.byteOffset, headWords);
    this.bytes = bytes;
    this.byteLength = bytes.length;
    this.count = count!;
    this.places = placesIn(bytes, this.count);
  }

  /** Returns a view of a key. */
  keyAt(index: number): Uint8Array {
    const at = this.places[placeWords * index]!;
    return this.bytes.subarray(at, at + this.places[placeWords * index + 1]!);
  }

  /** Returns a view of a value; undefined if the row is deleted. */
  valueAt(index: number): Uint8Array | undefined {
    const place = placeWords * index;
    const valueBytes = this.places[place + 2]!;
    if (valueBytes === deleted) return undefined;
    const at = this.places[place]! + this.places[place + 1]!;
    return this.bytes.subarray(at, at + valueBytes);
  }

  /** Returns a view of the value of a row, null if it is deleted; undefined if it is not changed. */
  find(key: Uint8Array): Uint8Array | null | undefined {
    const index = this.lowerBound(key);
    if (index === this.count || this.compare(index, key) !== 0) return undefined;
    return this.valueAt(index) ?? null;
  }

  /** Returns the index of the first row whose key is not below another one; the number of rows if there is none. */
  lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  eachSorted(then: OnChange): void {
    const { bytes, places } = this;
    for (let place = 0; place < places.length; place += placeWords) {
      const valueBytes = places[place + 2]!;
      then(bytes, places[place]!, places[place + 1]!, valueBytes === deleted ? undefined : valueBytes);
    }
  }

  /** Returns a number below zero if the key of a row is below another one, above zero if it is above. */
  private compare(index: number, key: Uint8Array): number {
    const { bytes } = this;
    const at = this.places[placeWords * index]!;
    const length = this.places[placeWords * index + 1]!;
    const shared = Math.min(length, key.length);
    for (let i = 0; i < shared; i++) {
      const difference = bytes[at + i]! - key[i]!;
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }
}

/** Returns the maximum bytes of changes as `SortedRows`. */
export const sortedRowsSize = ({ count, byteLength }: Pick<SortedChanges, 'count' | 'byteLength'>): number =>
  rowsOffset(count) + byteLength;

/**
 * Writes changes as `SortedRows`.
 * @param to has room for them; its offset is a multiple of four
 * @returns bytes that were used
 */
export function writeSortedRows(changes: SortedChanges, to: Uint8Array): number {
  const places = placesIn(to, changes.count);
  let used = rowsOffset(changes.count);
  let place = 0;
  changes.eachSorted((bytes, at, keyBytes, valueBytes) => {
    const length = keyBytes + (valueBytes ?? 0);
    copyBytes(bytes, at, to, used, length);
    places[place++] = used;
    places[place++] = keyBytes;
    places[place++] = valueBytes ?? deleted;
    used += length;
  });
  new Uint32Array(to.buffer, to.byteOffset, headWords)[0] = place / placeWords;
  return used;
}

/** Offset of the first key. @param count maximum number of rows */
const rowsOffset = (count: number): number => wordBytes * (headWords + placeWords * count);

const placesIn = (bytes: Uint8Array, count: number): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset + wordBytes * headWords, placeWords * count);
