/** One row change. A missing value deletes the row. */
export interface RowChange {
  key: Uint8Array;
  value: Uint8Array | undefined;
}

/**
 * Called with a change: an array, the offset of the key in it, bytes of the key, and bytes of the value, which follows
 * the key; undefined for a deleted row.
 */
export type OnChange = (bytes: Uint8Array, at: number, keyBytes: number, valueBytes: number | undefined) => void;

/**
 * Changes in key order, at most one of each row. They are passed without an object for each: tens of thousands of
 * objects would be copied by each collection of the young generation.
 */
export interface SortedChanges {
  /** Maximum number of changes. */
  readonly count: number;
  /** Maximum bytes of keys and values. */
  readonly byteLength: number;
  eachSorted(then: OnChange): void;
}

/** A half-open range of keys: gte <= key < lt, at most `limit` rows, from the other end when `reverse`. */
export interface KeyRange {
  gte: Uint8Array;
  lt: Uint8Array;
  reverse?: boolean;
  limit?: number;
  /** The scan may end early once the rows have this many bytes; it returns at least one row of a non-empty range. */
  enoughBytes?: number;
}

/** A physical row. */
export type Row = [key: Uint8Array, value: Uint8Array];

/** Reads that see one state, or the live state on an engine without snapshots.
 *  @throws {CodedError} store.damaged, store.read-failed, store.closed */
export interface EngineReader {
  /** Values in the order of the keys; undefined where there is no row. */
  getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]>;
  /** The same for values that are only copied: they may be Buffers, whose `slice` is a view. Some engines have it. */
  getCopied?(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]>;
  scan(range: KeyRange): Promise<Row[]>;
}

/** A frozen state of an engine; close it. */
export interface EngineSnapshot extends EngineReader {
  close(): Promise<void>;
}

/**
 * The contract of a key-value engine. Keys are compared bytewise. A single row is always written completely. `atomic`
 * engines write all changes or none, and offer snapshots; the others promise neither.
 */
export interface Engine extends EngineReader {
  readonly atomic: boolean;
  /** Frozen state; only on atomic engines. @throws {Error} on others */
  snapshot(): Promise<EngineSnapshot>;
  /**
   * `durable`: on disk when the promise resolves. The bytes are copied before the call returns or the promise resolves. On engines that are not atomic, each key has one change at most.
   * @throws {CodedError} store.write-failed; from then on every write fails until the engine is reopened
   */
  write(changes: Iterable<RowChange>, options: { durable: boolean }): Promise<void>;
  /** The same for a durable write of changes in key order, which some engines write faster. */
  writeSorted?(changes: SortedChanges): Promise<void>;
  /**
   * Resolves when the tables have all writes: some engines return a durable write as soon as it is in a log, from which
   * snapshots show it.
   * @throws {CodedError} store.write-failed, store.damaged
   */
  checkpoint?(): Promise<void>;
  /**
   * Writes one row if its value is as expected, durably, and returns whether it was. Engines that are not atomic have
   * this, for the tip marker.
   * @param expected undefined: there is no row
   */
  replace?(key: Uint8Array, expected: Uint8Array | undefined, value: Uint8Array): Promise<boolean>;
  close(): Promise<void>;
}
