import type { Change, Store } from '@glassblock/store';

const rowsAtOnce = 5_000;

/** Gathers rows and writes them in large batches; the last one is durable, and with it all before it. */
export class RowLoader {
  private readonly store: Store;
  private rows: Change[] = [];

  constructor(store: Store) {
    this.store = store;
  }

  readonly add = (change: Change): void => {
    this.rows.push(change);
  };

  get isFull(): boolean {
    return this.rows.length >= rowsAtOnce;
  }

  async flush(options: { durable: boolean }): Promise<void> {
    const { rows } = this;
    this.rows = [];
    if (rows.length > 0 || options.durable) await this.store.load(rows, options);
  }
}
