import type { RowChange } from './engine.ts';
import type { RowKey, Table } from './table.ts';

const slabBytes = 1 << 20;

/** A reusable buffer of rows to load into a store. */
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

  /** Empties the slab and reuses its memory; rows read before become invalid. */
  clear(): void {
    this.changes = [];
    this.slab = -1;
    this.used = slabBytes;
  }
}
