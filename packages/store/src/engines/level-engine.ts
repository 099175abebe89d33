import { setTimeout as delay } from 'node:timers/promises';
import { CodedError, createReadMode, isCoded, type ReadMode } from '@glassblock/primitives';
import { ClassicLevel } from 'classic-level';
import type { Engine, EngineReader, EngineSnapshot, Row, RowChange, SortedChanges } from '../engine.ts';
import { readFailed, writeFailed, writeFaultOf } from '../faults.ts';

const views = { keyEncoding: 'view', valueEncoding: 'view' } as const;
type Db = ClassicLevel<Uint8Array, Uint8Array>;
type DbSnapshot = ReturnType<Db['snapshot']>;

/** Options of the LevelDB engine. */
export interface LevelOptions {
  directory: string;
  /** Bytes of LevelDB's block cache. */
  cacheBytes: number;
  /** Bytes of the write buffer: up to twice this is held in memory. */
  writeBufferBytes: number;
  /** Four bytes shared by all threads that write to this directory: when a write of one fails, all stop writing. */
  fence?: SharedArrayBuffer;
  /** Called when a read finds the files damaged, in addition to the error of the read. */
  onDamaged?(error: CodedError): void;
}

const rowsPerBatch = 1_000;
/** Maximum rows of a read in the calling thread: half a millisecond. */
const maxSyncRows = 128;
/** A failed write is reported to its thread within this time; writes of other threads are acknowledged only after it. */
const fenceMs = 25;
const fenceState = { failed: 1, full: 2 } as const;

/**
 * Opens LevelDB on disk. Several threads of one process may open the same directory; the first to open it must be the
 * last to read: all use its cache.
 * A failed write may leave half a record in LevelDB's log, which accepts further writes after it and loses all of them
 * at the next start. So after one failure this engine rejects writes: close it in every thread and reopen it.
 * @throws {CodedError} store.locked when another process has it; store.damaged; store.open-failed otherwise
 */
export async function openLevelEngine(options: LevelOptions): Promise<Engine> {
  const { directory } = options;
  const db: Db = new ClassicLevel(directory, {
    ...views,
    multithreading: true,
    cacheSize: options.cacheBytes,
    writeBufferSize: options.writeBufferBytes,
    compression: true,
  });
  try {
    await db.open();
  } catch (error) {
    throw openFailed(error, directory);
  }
  const fence = new Int32Array(options.fence ?? new SharedArrayBuffer(4));
  const check = () => {
    const state = Atomics.load(fence, 0);
    if (state === fenceState.full)
      throw writeFailed(new Error('ENOSPC: an earlier write failed because the disk is full'));
    if (state === fenceState.failed) throw writeFailed(new Error('an earlier write failed'));
  };
  const failed = (error: unknown) => {
    const known = readFailed(error, directory);
    if (isCoded(known, 'store.damaged')) options.onDamaged?.(known);
    return known;
  };
  /** Writes unless a write of any thread has failed. */
  async function fenced(isDurable: boolean, write: () => Promise<void>): Promise<void> {
    check();
    try {
      await write();
    } catch (cause) {
      Atomics.store(fence, 0, writeFaultOf(cause).isFull ? fenceState.full : fenceState.failed);
      throw writeFailed(cause);
    }
    if (isDurable && options.fence !== undefined) await delay(fenceMs);
    check();
  }
  const mode = createReadMode(() => performance.now());
  return {
    atomic: true,
    ...reader(db, undefined, failed, mode),
    async snapshot(): Promise<EngineSnapshot> {
      try {
        const snapshot = db.snapshot();
        return { ...reader(db, snapshot, failed, mode), close: () => snapshot.close() };
      } catch (error) {
        throw failed(error);
      }
    },
    write: (changes, { durable }) =>
      fenced(durable, () =>
        durable
          ? chainedBatch(db, changes).write({ sync: true })
          : db.batch(Array.from(changes, toOperation), { sync: false, ...views }),
      ),
    writeSorted: (changes) => fenced(true, () => sortedBatch(db, changes).write({ sync: true })),
    close: () => db.close(),
  };
}

function openFailed(error: unknown, directory: string): unknown {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const known = readFailed(inner, directory);
  if (known instanceof CodedError && known.code !== 'store.read-failed') return known;
  const message = inner instanceof Error ? inner.message : String(inner);
  const text = `the data directory cannot be opened: ${message}`;
  return new CodedError('store.open-failed', text, { datum: directory, cause: error });
}

/**
 * Collects changes in a native batch: a third of the time of an array of operations, whose properties the binding looks
 * up by name. Its memory is freed by a full garbage collection only, so the bulk build does not use it.
 */
function chainedBatch(db: Db, changes: Iterable<RowChange>) {
  const batch = db.batch();
  for (const { key, value } of changes) {
    if (value === undefined) batch.del(key);
    else batch.put(key, value);
  }
  return batch;
}

/** The same without an object for each change. */
function sortedBatch(db: Db, changes: SortedChanges) {
  const batch = db.batch();
  changes.eachSorted((bytes, at, keyBytes, valueBytes) => {
    const valueAt = at + keyBytes;
    const key = bytes.subarray(at, valueAt);
    if (valueBytes === undefined) batch.del(key);
    else batch.put(key, bytes.subarray(valueAt, valueAt + valueBytes));
  });
  return batch;
}

function toOperation({ key, value }: RowChange) {
  return value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value };
}

function reader(
  db: Db,
  snapshot: DbSnapshot | undefined,
  failed: (error: unknown) => unknown,
  mode: ReadMode,
): EngineReader {
  const at = snapshot === undefined ? views : { ...views, snapshot };

  /** Reads in the calling thread, until a read is slow; then the rest in the thread pool. */
  async function getFew(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const values: (Uint8Array | undefined)[] = [];
    while (values.length < keys.length && mode.isSync()) {
      values.push(mode.measure(() => db.getSync<Uint8Array, Uint8Array>(keys[values.length]!, at)));
    }
    const rest = keys.slice(values.length);
    return rest.length === 0 ? values : [...values, ...(await db.getMany(rest, at))];
  }

  async function getCopied(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    try {
      return keys.length <= maxSyncRows ? await getFew(keys) : await db.getMany([...keys], at);
    } catch (error) {
      throw failed(error);
    }
  }

  return {
    getCopied,
    async getMany(keys) {
      const values = await getCopied(keys);
      return values.map((value) => (value === undefined ? undefined : plain(value)));
    },
    async scan({ gte, lt, reverse = false, limit = -1, enoughBytes }) {
      try {
        const step = enoughBytes === undefined ? {} : { highWaterMarkBytes: enoughBytes, fillCache: false };
        const iterator = db.iterator({ gte, lt, reverse, limit, ...step, ...at });
        try {
          return await rowsOf(iterator, enoughBytes ?? Number.POSITIVE_INFINITY);
        } finally {
          await iterator.close();
        }
      } catch (error) {
        throw failed(error);
      }
    },
  };
}

async function rowsOf(
  iterator: { nextv(size: number): Promise<[Uint8Array, Uint8Array][]> },
  enoughBytes: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let bytes = 0; bytes < enoughBytes; ) {
    const some = await iterator.nextv(rowsPerBatch);
    if (some.length === 0) break;
    for (const [key, value] of some) {
      rows.push([plain(key), plain(value)]);
      bytes += key.length + value.length;
    }
  }
  return rows;
}

/** The binding returns Buffers, whose `slice` does not copy; every engine returns plain arrays. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
