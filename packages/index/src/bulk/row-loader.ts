import { type RowKey, RowSlab, type Store, type Table } from '@glassblock/store';

const rowsPerBatch = 5_000;

/** Collects rows and writes them in large batches; the last one is durable, and with it all earlier ones. */
export class RowLoader {
  private readonly store: Store;
  private readonly slab = new RowSlab();

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Adds a row; the bytes are copied.
   * @param length number of bytes of `value`
   */
  add(table: Table, key: RowKey, value: Uint8Array, length?: number): void {
    this.slab.put(table, key, value, length);
  }

  get isFull(): boolean {
    return this.slab.count >= rowsPerBatch;
  }

  async flush(options: { durable: boolean }): Promise<void> {
    if (this.slab.count > 0 || options.durable) await this.store.load(this.slab, options);
    this.slab.clear();
  }
}
