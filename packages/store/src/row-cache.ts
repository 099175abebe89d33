import { copyBytes } from './copy-bytes.ts';
import { RowSlab } from './row-slab.ts';
import type { RowValues } from './row-values.ts';
import { numberedBytes, signedAt, type Table, writeNumberedKey } from './table.ts';

/** Tables whose rows are cached, and the memory for these rows. */
export interface RowCacheOptions {
  /** Tables with numbers as keys, to which only this store writes. */
  tables: readonly Table[];
  /** Bytes of the rows; hash tables need an eighth more. */
  maxBytes: number;
}

/**
 * Copies the rows of a table that are in the cache.
 * @param values receives them
 * @returns indexes of the numbers whose rows are not in the cache; undefined if it cannot be used
 */
export type CachedReader = (table: Table, numbers: Uint32Array, values: RowValues) => Uint32Array | undefined;

/**
 * Cache of the rows with numbers as keys that commits have written last. Most outputs are spent soon, so a block reads
 * many rows that the blocks before it have written. The older half of the rows is discarded at once.
 */
export class RowCache {
  private readonly ids: ReadonlySet<number>;
  private young: RowsByKey;
  private old: RowsByKey;
  /** Commits that have begun. */
  private begun = 0;
  /** Commits that are being written. */
  private writing = 0;

  constructor({ tables, maxBytes }: RowCacheOptions) {
    this.ids = new Set(tables.map(({ id }) => id));
    this.young = new RowsByKey(maxBytes >> 1);
    this.old = new RowsByKey(maxBytes >> 1);
  }

  /** Returns the reader for a view that is opened now. It cannot be used while a commit is written, and after it. */
  readerNow(): CachedReader {
    const { begun, writing } = this;
    return (table, numbers, values) =>
      writing === 0 && begun === this.begun && this.ids.has(table.id)
        ? this.read(table.id, numbers, values)
        : undefined;
  }

  /** Writes a commit by `write`, and adds its rows meanwhile. If it fails, the cache is empty afterwards. */
  async commit(changes: readonly { readonly table: Table }[] | RowSlab, write: () => Promise<void>): Promise<void> {
    this.begun++;
    this.writing++;
    try {
      const written = write();
      if (changes instanceof RowSlab) this.addAll(changes);
      else if (changes.some(({ table }) => this.ids.has(table.id))) this.clear();
      await written;
    } catch (error) {
      this.clear();
      throw error;
    } finally {
      this.writing--;
    }
  }

  /** Writes rows by `write` that are not in the cache; it is empty afterwards. */
  load(write: () => Promise<void>): Promise<void> {
    return this.commit([], async () => {
      this.clear();
      await write();
    });
  }

  private clear(): void {
    this.young.clear();
    this.old.clear();
  }

  private read(id: number, numbers: Uint32Array, values: RowValues): Uint32Array {
    const { young, old } = this;
    const others = new Uint32Array(numbers.length);
    let count = 0;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      const at = young.find(id, number);
      const isRead = at < 0 ? old.copyValue(old.find(id, number), values, i) : young.copyValue(at, values, i);
      if (!isRead) others[count++] = i;
    }
    return others.subarray(0, count);
  }

  private addAll(rows: RowSlab): void {
    rows.eachNumbered((id, number, bytes, start, valueBytes) => {
      if (!this.ids.has(id) || this.young.add(id, number, bytes, start, valueBytes)) return;
      [this.young, this.old] = [this.old, this.young];
      this.young.clear();
      // without memory for a single row, an earlier value may be left
      if (!this.young.add(id, number, bytes, start, valueBytes)) this.clear();
    });
  }
}

/** Bytes of a row before its value: its key, and two for the length of the value. */
const headBytes = numberedBytes + 2;
/** Values that are longer are not stored. */
const maxValueBytes = 4_096;
/** Instead of the bytes of a value. */
const deleted = 0xffff;
const tooLong = 0xfffe;
/** Bytes of rows per slot of the hash table. */
const bytesPerSlot = 32;
const maxLoad = 0.6;

/** Rows by table and number, until their memory is used. */
class RowsByKey {
  private readonly maxBytes: number;
  /** Allocated when the first row is added. */
  private bytes = new Uint8Array(0);
  /** Offsets of rows plus one by the hash of their keys, with linear probing; 0 for a free slot. */
  private slots = new Int32Array(1);
  private shift = 0;
  private used = 0;
  private slotsUsed = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  clear(): void {
    this.slots.fill(0);
    this.used = this.slotsUsed = 0;
  }

  /**
   * Adds a row, which replaces an earlier one.
   * @param start of the value in `from`
   * @param valueBytes undefined for a row that was deleted
   * @returns false if the memory is used
   */
  add(id: number, number: number, from: Uint8Array, start: number, valueBytes: number | undefined): boolean {
    if (this.bytes.length === 0) this.allocate();
    const { bytes, slots, used: at } = this;
    const isStored = valueBytes !== undefined && valueBytes <= maxValueBytes;
    const storedBytes = isStored ? valueBytes : 0;
    const to = at + headBytes;
    if (to + storedBytes > bytes.length || this.slotsUsed + 1 > maxLoad * slots.length) return false;
    const slot = this.slotOf(id, number);
    if (slots[slot] === 0) this.slotsUsed++;
    slots[slot] = at + 1;
    writeNumberedKey(bytes, at, id, number);
    const length = isStored ? valueBytes : valueBytes === undefined ? deleted : tooLong;
    bytes[at + numberedBytes] = length >>> 8;
    bytes[at + numberedBytes + 1] = length;
    copyBytes(from, start, bytes, to, storedBytes);
    this.used = to + storedBytes;
    return true;
  }

  /** Returns the offset of a row; -1 if it is not here. */
  find(id: number, number: number): number {
    return this.slots[this.slotOf(id, number)]! - 1;
  }

  /** Copies the value of a row. @param at its offset, or -1 @returns whether it is known */
  copyValue(at: number, values: RowValues, index: number): boolean {
    if (at < 0) return false;
    const { bytes } = this;
    const length = (bytes[at + numberedBytes]! << 8) | bytes[at + numberedBytes + 1]!;
    if (length === tooLong) return false;
    if (length !== deleted) values.setRange(index, bytes, at + headBytes, length);
    return true;
  }

  private allocate(): void {
    const bits = Math.max(1, Math.floor(Math.log2(this.maxBytes / bytesPerSlot)));
    this.bytes = new Uint8Array(this.maxBytes);
    this.slots = new Int32Array(1 << bits);
    this.shift = 32 - bits;
  }

  /** Returns the slot of a row, or the free one for it. */
  private slotOf(id: number, number: number): number {
    const { bytes, slots } = this;
    let slot = (Math.imul(number ^ (id << 24), 0x9e3779b1) >>> this.shift) & (slots.length - 1);
    for (;;) {
      const at = slots[slot]! - 1;
      if (at < 0 || (bytes[at] === id && signedAt(bytes, at + 1) === (number | 0))) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  }
}
