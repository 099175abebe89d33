import { CodedError } from '@glassblock/primitives';
import { type Commits, tipKey } from './commits.ts';
import type { Engine, EngineReader, KeyRange, Row, RowChange } from './engine.ts';
import { type CachedReader, RowCache, type RowCacheOptions } from './row-cache.ts';
import { RowSlab } from './row-slab.ts';
import { RowValues, readValues } from './row-values.ts';
import { withChange, writeSorted } from './sorted-changes.ts';
import { endOfPrefix, numberedKeys, physicalKey, type RowKey, type Table } from './table.ts';
import { versionedCommits } from './versions/versioned.ts';

/** One row to write. `value` undefined deletes it. */
export interface Change {
  readonly table: Table;
  readonly key: RowKey;
  readonly value: Uint8Array | undefined;
}

/** Bounds of a scan. */
export interface ScanOptions {
  /** First sort key, included. */
  from?: Uint8Array;
  /** Last sort key, excluded. */
  until?: Uint8Array;
  reverse?: boolean;
  limit?: number;
}

/** A row returned by a scan: sort key and value. */
export interface ScannedRow {
  sort: Uint8Array;
  value: Uint8Array;
}

/** Reads that all see the state of one commit. Close it: an open view retains old rows. */
export interface View {
  /** Marker of the commit that this view shows; undefined in an empty store. */
  readonly tip: Uint8Array | undefined;
  get(table: Table, key: RowKey): Promise<Uint8Array | undefined>;
  getMany(table: Table, keys: readonly RowKey[]): Promise<(Uint8Array | undefined)[]>;
  /**
   * Rows of a table whose key is a 32-bit number, big-endian.
   * @param values replaced by them, and returned: its memory is reused
   */
  getNumbered(table: Table, numbers: Uint32Array, values?: RowValues): Promise<RowValues>;
  /** Rows of one partition in the order of their sort keys. */
  scan(table: Table, partition: Uint8Array, options?: ScanOptions): Promise<ScannedRow[]>;
  close(): Promise<void>;
}

/** Ordered tables with views bound to a commit. One writer; any number of readers. */
export interface Store {
  view(): Promise<View>;
  /**
   * Writes the changes and moves the tip marker: all become visible, or none. Later changes of one row win.
   * @throws {CodedError} store.write-failed; nothing of the batch is visible then
   */
  commit(changes: readonly Change[] | RowSlab, tip: Uint8Array): Promise<void>;
  /**
   * Writes rows outside any commit, for building tables that no view reads yet; idempotent. A durable load makes all
   * earlier loads durable too.
   * @throws {CodedError} store.write-failed
   */
  load(rows: RowSlab, options: { durable: boolean }): Promise<void>;
  /**
   * Iterates every row of a table in key order, for digests and checks, in bounded steps.
   * @param from first partition, included
   */
  everyRow(table: Table, from?: Uint8Array): AsyncIterable<{ key: RowKey; value: Uint8Array }>;
  /**
   * Copies all rows of one commit into an empty engine while this store stays in use; the tip is written last, so an
   * interrupted copy is not valid. Memory is bounded.
   * @throws {CodedError} store.write-failed of the target; store.closed when this store is closed meanwhile
   */
  copyTo(target: Engine, options: { signal?: AbortSignal; onRows(rows: number, bytes: number): void }): Promise<void>;
  /** Resolves when nothing that was committed is only in a log. @throws {CodedError} store.write-failed, store.damaged */
  checkpoint(): Promise<void>;
  /** Reports a row that cannot be decoded to the owner of the store. */
  reportBadRow(error: CodedError): void;
  close(): Promise<void>;
}

/** Options of a store. */
export interface StoreOptions {
  /** Called when a reader cannot decode a row. */
  onBadRow?(error: CodedError): void;
  /** On an engine that several processes use: reads and loads only, and leaves the writer of the store as it is. */
  isReadOnly?: boolean;
  /** Rows to cache; on an atomic engine only. */
  rowCache?: RowCacheOptions;
}

/** A key that no row has. */
const nothingKey = new Uint8Array([242]);

/** Opens a store on an engine. Removes a batch that a crash left half written. */
export async function openStore(engine: Engine, options: StoreOptions = {}): Promise<Store> {
  const { isReadOnly = false, rowCache } = options;
  if (rowCache !== undefined && (isReadOnly || !engine.atomic)) throw new Error('rows of other writers are not cached');
  const commits = engine.atomic ? atomicCommits(engine) : await versionedCommits(engine, { isReadOnly });
  const cache = rowCache === undefined ? undefined : new RowCache(rowCache);
  const physical = ({ table, key, value }: Change) => ({ key: physicalKey(table, key), value });
  return {
    async load(rows, { durable }) {
      const write = () => commits.load(rows, durable);
      await (cache === undefined ? write() : cache.load(write));
    },
    async view() {
      const cached = cache?.readerNow();
      const { reader, tip, close } = await commits.view();
      return viewOn(reader, tip, close, cached);
    },
    async commit(changes, tip) {
      const write = () =>
        changes instanceof RowSlab ? commits.commitSorted(changes, tip) : commits.commit(changes.map(physical), tip);
      await (cache === undefined ? write() : cache.commit(changes, write));
    },
    async *everyRow(table, from = new Uint8Array(0)) {
      const { reader, close } = await commits.view();
      try {
        const range = { gte: new Uint8Array([table.id, ...from]), lt: new Uint8Array([table.id + 1]) };
        for await (const rows of inSteps(reader, range)) {
          for (const [key, value] of rows) yield { key: logicalKey(table, key), value };
        }
      } finally {
        await close();
      }
    },
    async copyTo(target, { signal, onRows }) {
      if (!target.atomic) throw new Error('only an engine with whole batches can be copied to');
      const { reader, tip, close } = await commits.view();
      try {
        for await (const rows of inSteps(reader, { gte: new Uint8Array(1), lt: tipKey })) {
          signal?.throwIfAborted();
          await target.write(
            rows.map(([key, value]) => ({ key, value })),
            { durable: false },
          );
          onRows(
            rows.length,
            rows.reduce((sum, [key, value]) => sum + key.length + value.length, 0),
          );
        }
        await target.write([{ key: tipKey, value: tip }], { durable: true });
      } finally {
        await close();
      }
    },
    async checkpoint() {
      await engine.checkpoint?.();
    },
    reportBadRow: (error) => options.onBadRow?.(error),
    close: () => engine.close(),
  };
}

const stepRows = 5_000;
const stepBytes = 1 << 20;

/** Reads the rows of a range in bounded pieces. */
async function* inSteps(reader: EngineReader, { gte, lt }: KeyRange): AsyncIterable<Row[]> {
  for (let from = gte; ; ) {
    const rows = await reader.scan({ gte: from, lt, limit: stepRows, enoughBytes: stepBytes });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    from = endOfPrefix(last[0]);
  }
}

function logicalKey(table: Table, key: Uint8Array): RowKey {
  return { partition: key.subarray(1, 1 + table.partitionBytes), sort: key.subarray(1 + table.partitionBytes) };
}

function viewOn(
  reader: EngineReader,
  tip: Uint8Array | undefined,
  close: () => Promise<void>,
  cached?: CachedReader,
): View {
  let open = true;
  const check = () => {
    if (!open) throw new CodedError('store.closed', 'this view is closed');
  };
  return {
    tip,
    async get(table, key) {
      check();
      return (await reader.getMany([physicalKey(table, key)]))[0];
    },
    async getMany(table, keys) {
      check();
      return reader.getMany(keys.map((key) => physicalKey(table, key)));
    },
    async getNumbered(table, numbers, values = new RowValues()) {
      check();
      values.reset(numbers.length);
      const others = cached?.(table, numbers, values);
      const missing = others?.map((index) => numbers[index]!) ?? numbers;
      const get = reader.getCopied ?? reader.getMany;
      await readValues(
        missing.length,
        (from, to) => get(numberedKeys(table, missing.subarray(from, to))),
        (index, value) => values.set(others === undefined ? index : others[index]!, value),
      );
      return values;
    },
    async scan(table, partition, options = {}) {
      check();
      const rows = await reader.scan(rangeOf(table, partition, options));
      const skip = 1 + table.partitionBytes;
      return rows.map(([key, value]) => ({ sort: key.subarray(skip), value }));
    },
    async close() {
      if (!open) return;
      open = false;
      await close();
    },
  };
}

function rangeOf(table: Table, partition: Uint8Array, options: ScanOptions): KeyRange {
  if (partition.length !== table.partitionBytes) {
    throw new Error(`partition of ${partition.length} bytes in table ${table.name}`);
  }
  const prefix = new Uint8Array([table.id, ...partition]);
  return {
    gte: options.from === undefined ? prefix : new Uint8Array([...prefix, ...options.from]),
    lt: options.until === undefined ? endOfPrefix(prefix) : new Uint8Array([...prefix, ...options.until]),
    reverse: options.reverse ?? false,
    ...(options.limit === undefined ? {} : { limit: options.limit }),
  };
}

/** On an atomic engine a commit is one durable batch and a view is a snapshot. */
function atomicCommits(engine: Engine): Commits {
  return {
    async view() {
      const snapshot = await engine.snapshot();
      const [tip] = await snapshot.getMany([tipKey]);
      return { reader: snapshot, tip, close: () => snapshot.close() };
    },
    commit: (changes, tip) => engine.write(withTip(changes, tip), { durable: true }),
    commitSorted: (changes, tip) => writeSorted(engine, withChange(changes, tipKey, tip)),
    async load(rows, durable) {
      // an engine may skip an empty batch, and with it the sync
      await engine.write(isEmpty(rows) ? [{ key: nothingKey, value: undefined }] : rows, { durable });
    },
  };
}

function* withTip(changes: Iterable<RowChange>, tip: Uint8Array): Generator<RowChange> {
  yield* changes;
  yield { key: tipKey, value: tip };
}

function isEmpty(rows: Iterable<RowChange>): boolean {
  for (const _row of rows) return false;
  return true;
}
