import type { RowChange } from './engine.ts';
import type { RowKey, Table } from './table.ts';

const slabBytes = 1 << 20;

/** Bytes at the start of an array, such as `RowBytes`. */
export interface BytesRun {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** A reusable buffer of rows to load into a store, or of the changes of a commit. */
export class RowSlab {
  private readonly slabs: Uint8Array[] = [];
  private slab = -1;
  private used = slabBytes;
  private changes: RowChange[] = [];

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
    this.changes.push({ key: to.subarray(at, at + keyBytes), value: to.subarray(at + keyBytes, this.used) });
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
    copy(key, to, at + 1);
    this.used = at + keyBytes;
    const change: RowChange = { key: to.subarray(at, this.used), value: undefined };
    if (value !== undefined) {
      copy(value, to, this.used);
      change.value = to.subarray(this.used, this.used + value.length);
      this.used += value.length;
    }
    this.changes.push(change);
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

  get rows(): readonly RowChange[] {
    return this.changes;
  }

  /** Removes the rows from an index on. Their memory is reused after `clear`. */
  truncate(count: number): void {
    this.changes.length = count;
  }

  /** Empties the slab and reuses its memory; rows read before become invalid. */
  clear(): void {
    this.changes = [];
    this.slab = -1;
    this.used = slabBytes;
  }
}

function copy({ bytes, length }: BytesRun, to: Uint8Array, at: number): void {
  // a loop is faster than `set` for the few bytes of most keys and values
  if (length > 32) to.set(length === bytes.length ? bytes : bytes.subarray(0, length), at);
  else for (let i = 0; i < length; i++) to[at + i] = bytes[i]!;
}
