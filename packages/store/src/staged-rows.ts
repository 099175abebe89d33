import type { RowSlab } from './row-slab.ts';
import { RowValues } from './row-values.ts';
import type { ScannedRow, View } from './store.ts';
import { numberedBytes, physicalKey, type RowKey, signedAt, type Table } from './table.ts';

/** Changes in a slab that are not committed yet, and views that show them. */
export class StagedRows {
  private readonly slab: RowSlab;
  /** Indexes in the slab of rows with a number as key: by table id, then by the number as a signed integer. */
  private readonly numbered: (Map<number, number> | undefined)[] = [];
  /** Indexes of other rows by table id and key. */
  private readonly indexes = new Map<number, KeyIndex>();
  /** Rows of the slab that were added. */
  private count = 0;
  /** Staged rows of a table with sort keys by partition, made when the table is scanned. */
  private readonly partitions = new Map<Table, Map<string, Set<string>>>();

  constructor(slab: RowSlab) {
    this.slab = slab;
  }

  /** Adds the rows that the slab has received since the last call; later changes of a row win. */
  addNew(): void {
    const { slab, numbered } = this;
    for (; this.count < slab.count; this.count++) {
      const key = slab.keyAt(this.count);
      if (key.length !== numberedBytes) continue;
      const id = key[0]!;
      const rows = numbered[id] ?? new Map<number, number>();
      numbered[id] = rows.set(signedAt(key, 1), this.count);
    }
  }

  /** Returns the value of a staged row, null for a deleted one; undefined if it is not staged. */
  private find(key: Uint8Array): Uint8Array | null | undefined {
    const index =
      key.length === numberedBytes
        ? this.numbered[key[0]!]?.get(signedAt(key, 1))
        : this.others(key[0]!).get(textOf(key));
    return index === undefined ? undefined : (this.slab.valueAt(index) ?? null);
  }

  /** Returns the indexes of a table's rows by key, to which new rows are added: those of most tables are only written. */
  private others(id: number): ReadonlyMap<string, number> {
    let index = this.indexes.get(id);
    if (index === undefined) this.indexes.set(id, (index = { rows: new Map(), upTo: 0 }));
    for (; index.upTo < this.count; index.upTo++) {
      if (this.slab.idAt(index.upTo) !== id) continue;
      const text = textOf(this.slab.keyAt(index.upTo));
      index.rows.set(text, index.upTo);
      for (const [table, rows] of this.partitions) if (table.id === id) addRow(rows, table, text);
    }
    return index.rows;
  }

  /**
   * Returns a view of the rows of another one and the staged ones.
   * @param tip its marker
   */
  over(view: View, tip: Uint8Array | undefined): View {
    const merged = async (
      keys: readonly Uint8Array[],
      read: (missing: number[]) => Promise<Values>,
    ): Promise<Values> => {
      const values: Values = new Array(keys.length);
      const missing: number[] = [];
      for (const [i, key] of keys.entries()) {
        const value = this.find(key);
        if (value === undefined) missing.push(i);
        else if (value !== null) values[i] = value;
      }
      if (missing.length > 0) for (const [j, value] of (await read(missing)).entries()) values[missing[j]!] = value;
      return values;
    };
    const getMany = (table: Table, keys: readonly RowKey[]) =>
      merged(
        keys.map((key) => physicalKey(table, key)),
        (missing) =>
          view.getMany(
            table,
            missing.map((i) => keys[i]!),
          ),
      );
    return {
      tip,
      get: async (table, key) => (await getMany(table, [key]))[0],
      getMany,
      getNumbered: (table, numbers, values) => this.readNumbered(view, table, numbers, values),
      scan: (table, partition, options = {}) => this.scan(view, table, partition, options),
      close: () => view.close(),
    };
  }

  private async readNumbered(
    view: View,
    table: Table,
    numbers: Uint32Array,
    values = new RowValues(),
  ): Promise<RowValues> {
    const staged = this.numbered[table.id];
    if (staged === undefined) return view.getNumbered(table, numbers, values);
    values.reset(numbers.length);
    const missing = new Uint32Array(numbers.length);
    let missingCount = 0;
    for (let i = 0; i < numbers.length; i++) {
      const index = staged.get(numbers[i]! | 0);
      if (index === undefined) missing[missingCount++] = i;
      else values.set(i, this.slab.valueAt(index));
    }
    const stored = await view.getNumbered(
      table,
      missing.subarray(0, missingCount).map((i) => numbers[i]!),
    );
    for (let j = 0; j < missingCount; j++) values.set(missing[j]!, stored.valueAt(j));
    return values;
  }

  private async scan(
    view: View,
    table: Table,
    partition: Uint8Array,
    { from, until, reverse = false, limit }: NonNullable<Parameters<View['scan']>[2]>,
  ): Promise<ScannedRow[]> {
    if (1 + table.partitionBytes + table.sortBytes === numberedBytes)
      throw new Error(`table ${table.name} is not scanned`);
    const indexes = this.others(table.id);
    const staged = this.rowsOf(table).get(textOf(partition)) ?? new Set<string>();
    const bounds = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }), reverse };
    // a staged change may remove any of the rows read
    const more = limit === undefined ? {} : { limit: limit + staged.size };
    const rows = new Map<string, Uint8Array>();
    for (const { sort, value } of await view.scan(table, partition, { ...bounds, ...more }))
      rows.set(textOf(sort), value);
    const skip = 1 + table.partitionBytes;
    const [low, high] = [from === undefined ? '' : textOf(from), until === undefined ? undefined : textOf(until)];
    for (const text of staged) {
      const sort = text.slice(skip);
      if (sort < low || (high !== undefined && sort >= high)) continue;
      const value = this.slab.valueAt(indexes.get(text)!);
      if (value === undefined) rows.delete(sort);
      else rows.set(sort, value);
    }
    const sorted = [...rows].sort(([a], [b]) => (a < b === reverse ? 1 : -1));
    return sorted
      .slice(0, limit)
      .map(([sort, value]) => ({ sort: new Uint8Array(Buffer.from(sort, 'latin1')), value }));
  }

  private rowsOf(table: Table): Map<string, Set<string>> {
    let rows = this.partitions.get(table);
    if (rows === undefined) {
      rows = new Map();
      for (const text of this.others(table.id).keys()) addRow(rows, table, text);
      this.partitions.set(table, rows);
    }
    return rows;
  }
}

/** Rows of a table by key. */
interface KeyIndex {
  /** Indexes in the slab. */
  readonly rows: Map<string, number>;
  /** Rows of the slab before this one were added. */
  upTo: number;
}

type Values = (Uint8Array | undefined)[];

function addRow(rows: Map<string, Set<string>>, { partitionBytes }: Table, text: string): void {
  const partition = text.slice(1, 1 + partitionBytes);
  const known = rows.get(partition);
  if (known === undefined) rows.set(partition, new Set([text]));
  else known.add(text);
}

/** Bytes as a string of the code points 0 to 255, which compares as they do. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
