import { maxOrdered, orderByNumber } from '@glassblock/primitives';
import { copyBytes } from './copy-bytes.ts';
import type { OnChange, RowChange, SortedChanges } from './engine.ts';
import { numberedBytes, type RowKey, signedAt, type Table } from './table.ts';

const slabBytes = 1 << 20;

/** Bytes at the start of an array, such as `RowBytes`. */
export interface BytesRun {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** Numbers per row: index of its slab, offset of the key in it, bytes of the key, bytes of the value or `deleted`. */
const stride = 4;
const deleted = -1;
const firstRows = 1_024;

/**
 * A reusable buffer of rows to load into a store, or of the changes of a commit. A row is four numbers: objects for tens
 * of thousands of rows would be copied by each collection of the young generation.
 */
export class RowSlab implements Iterable<RowChange>, SortedChanges {
  private readonly slabs: Uint8Array[] = [];
  private slab = -1;
  private used = slabBytes;
  private places = new Int32Array(stride * firstRows);
  private rowCount = 0;

  /**
   * Copies a row.
   * @param length bytes of `value` to copy
   */
  put(table: Table, key: RowKey, value: Uint8Array, length = value.length): void {
    const keyBytes = 1 + key.partition.length + key.sort.length;
    const to = this.room(keyBytes + length);
    const at = this.used;
    to[at] = table.id;
    to.set(key.partition, at + 1);
    to.set(key.sort, at + 1 + key.partition.length);
    to.set(length === value.length ? value : value.subarray(0, length), at + keyBytes);
    this.used = at + keyBytes + length;
    this.addPlace(at, keyBytes, length);
  }

  /**
   * Copies a row.
   * @param key partition key, then sort key
   * @param value undefined deletes the row
   */
  set(table: Table, key: BytesRun, value: BytesRun | undefined): void {
    if (key.length !== table.partitionBytes + table.sortBytes) {
      throw new Error(`key of ${key.length} bytes in table ${table.name}`);
    }
    const keyBytes = 1 + key.length;
    const to = this.room(keyBytes + (value?.length ?? 0));
    const at = this.used;
    to[at] = table.id;
    copyBytes(key.bytes, 0, to, at + 1, key.length);
    this.used = at + keyBytes;
    if (value !== undefined) {
      copyBytes(value.bytes, 0, to, this.used, value.length);
      this.used += value.length;
    }
    this.addPlace(at, keyBytes, value === undefined ? deleted : value.length);
  }

  private addPlace(at: number, keyBytes: number, valueBytes: number): void {
    if (this.rowCount === maxOrdered) throw new Error('too many rows in a slab');
    const place = stride * this.rowCount++;
    if (place === this.places.length) {
      const { places } = this;
      this.places = new Int32Array(2 * places.length);
      this.places.set(places);
    }
    const { places } = this;
    places[place] = this.slab;
    places[place + 1] = at;
    places[place + 2] = keyBytes;
    places[place + 3] = valueBytes;
  }

  private room(bytes: number): Uint8Array {
    const current = this.slabs[this.slab];
    if (current !== undefined && this.used + bytes <= current.length) return current;
    this.used = 0;
    this.slab++;
    const next = this.slabs[this.slab];
    if (next !== undefined && next.length >= bytes) return next;
    const made = new Uint8Array(Math.max(slabBytes, bytes));
    this.slabs[this.slab] = made;
    return made;
  }

  /** Number of rows. */
  get count(): number {
    return this.rowCount;
  }

  /** Maximum bytes of keys and values. */
  get byteLength(): number {
    return this.slabs.slice(0, Math.max(0, this.slab)).reduce((sum, { length }) => sum + length, this.used);
  }

  /** Returns a view of the physical key of a row. */
  keyAt(index: number): Uint8Array {
    const place = stride * index;
    const at = this.places[place + 1]!;
    return this.slabs[this.places[place]!]!.subarray(at, at + this.places[place + 2]!);
  }

  /** Returns a view of the value of a row; undefined for a deleted one. */
  valueAt(index: number): Uint8Array | undefined {
    const place = stride * index;
    const length = this.places[place + 3]!;
    if (length === deleted) return undefined;
    const at = this.places[place + 1]! + this.places[place + 2]!;
    return this.slabs[this.places[place]!]!.subarray(at, at + length);
  }

  /**
   * Iterates over the rows with numbers as keys, in the order in which they were added.
   * @param then called with the table id, the number, and the bytes of the value from `start` on, undefined for a
   *   deleted row
   */
  eachNumbered(
    then: (id: number, number: number, bytes: Uint8Array, start: number, valueBytes: number | undefined) => void,
  ): void {
    const { places } = this;
    for (let i = 0; i < this.rowCount; i++) {
      const place = stride * i;
      if (places[place + 2] !== numberedBytes) continue;
      const slab = this.slabs[places[place]!]!;
      const at = places[place + 1]!;
      const valueBytes = places[place + 3]!;
      const number = signedAt(slab, at + 1) >>> 0;
      then(slab[at]!, number, slab, at + numberedBytes, valueBytes === deleted ? undefined : valueBytes);
    }
  }

  /** Iterates over the rows in the order in which they were added. */
  *[Symbol.iterator](): Generator<RowChange> {
    for (let i = 0; i < this.rowCount; i++) yield { key: this.keyAt(i), value: this.valueAt(i) };
  }

  /**
   * Iterates over the last change of each row in key order: LevelDB inserts sorted rows into its memory table in less
   * than half the time.
   */
  eachSorted(then: OnChange): void {
    const { places, slabs } = this;
    for (const index of this.lastChanges()) {
      const place = stride * index;
      const valueBytes = places[place + 3]!;
      then(
        slabs[places[place]!]!,
        places[place + 1]!,
        places[place + 2]!,
        valueBytes === deleted ? undefined : valueBytes,
      );
    }
  }

  /** Returns the indexes of the last change of each row, by key. */
  private lastChanges(): Uint32Array {
    const { rowCount } = this;
    const counts = new Uint32Array(256);
    for (let i = 0; i < rowCount; i++) counts[this.idAt(i)]!++;
    const tables = Array.from(counts, (count) => new Uint32Array(count));
    counts.fill(0);
    for (let i = 0; i < rowCount; i++) {
      const id = this.idAt(i);
      tables[id]![counts[id]!++] = i;
    }
    const changes = new Uint32Array(rowCount);
    let changed = 0;
    for (const rows of tables) {
      const prefixes = rows.map((row) => this.prefixAt(row));
      const order = orderByNumber(prefixes, (a, b) => this.compareKeys(rows[a]!, rows[b]!) || a - b);
      for (let at = 0; at < order.length; at++) {
        const [own, next] = [order[at]!, order[at + 1]];
        const isTied = next !== undefined && prefixes[next] === prefixes[own];
        if (isTied && this.compareKeys(rows[own]!, rows[next]!) === 0) continue;
        changes[changed++] = rows[own]!;
      }
    }
    return changes.subarray(0, changed);
  }

  /** Returns the id of the table of a row. */
  idAt(index: number): number {
    const place = stride * index;
    return this.slabs[this.places[place]!]![this.places[place + 1]!]!;
  }

  /** Returns four bytes of a key after the id, or zeros where it ends. */
  private prefixAt(index: number): number {
    const place = stride * index;
    const slab = this.slabs[this.places[place]!]!;
    const at = this.places[place + 1]!;
    const end = at + this.places[place + 2]!;
    let prefix = 0;
    for (let i = at + 1; i <= at + 4; i++) prefix = prefix * 256 + (i < end ? slab[i]! : 0);
    return prefix;
  }

  private compareKeys(a: number, b: number): number {
    const [slabA, slabB] = [this.slabs[this.places[stride * a]!]!, this.slabs[this.places[stride * b]!]!];
    const [atA, atB] = [this.places[stride * a + 1]!, this.places[stride * b + 1]!];
    const [bytesA, bytesB] = [this.places[stride * a + 2]!, this.places[stride * b + 2]!];
    const shared = Math.min(bytesA, bytesB);
    for (let i = 0; i < shared; i++) {
      const difference = slabA[atA + i]! - slabB[atB + i]!;
      if (difference !== 0) return difference;
    }
    return bytesA - bytesB;
  }

  /** Removes the rows from an index on. Their memory is reused after `clear`. */
  truncate(count: number): void {
    this.rowCount = count;
  }

  /**
   * Empties the slab and reuses its memory; rows read before become invalid.
   * @param maxReusedBytes memory beyond this is released, about
   */
  clear(maxReusedBytes = Number.POSITIVE_INFINITY): void {
    this.rowCount = 0;
    this.slab = -1;
    this.used = slabBytes;
    let reused = 0;
    const count = this.slabs.findIndex(({ length }) => (reused += length) > maxReusedBytes);
    if (count >= 0) this.slabs.length = count;
    if (this.places.byteLength > maxReusedBytes) this.places = new Int32Array(stride * firstRows);
  }
}
