import { setImmediate as nextTurn } from 'node:timers/promises';
import { CodedError } from '@glassblock/primitives';
import type { Engine, EngineSnapshot, RowChange, SortedChanges } from '../engine.ts';
import { writeFailed } from '../faults.ts';
import { withChange, writeSorted } from '../sorted-changes.ts';
import { readerOver } from './reader-over.ts';
import type { SortedRows } from './sorted-rows.ts';
import { LogReader, WriteAheadLog } from './write-ahead-log.ts';

/** Key of the row with the number of the last durable write, u32 big-endian. Table ids stay below 240. */
const numberKey = new Uint8Array([243]);

/**
 * Returns an engine whose durable writes return before its tables have them: a batch is in a log, and snapshots of all
 * threads show it from there. Writing it into the tables takes ten times as long.
 * @param engine atomic; closed if this fails
 * @param directory for the file of the log
 * @param memory of `newLogMemory`
 * @throws {CodedError} store.open-failed, store.write-failed
 */
export async function openLoggedEngine(engine: Engine, directory: string, memory: SharedArrayBuffer): Promise<Engine> {
  try {
    const log = await WriteAheadLog.open(directory, memory);
    try {
      return await LoggedEngine.open(engine, log, memory);
    } catch (error) {
      await log.close();
      throw error;
    }
  } catch (error) {
    await engine.close();
    if (error instanceof CodedError) throw error;
    const text = `the data directory cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
    throw new CodedError('store.open-failed', text, { datum: directory, cause: error });
  }
}

/** Returns a read-only engine that shows the batch that another thread has logged. @param engine atomic */
export function withLoggedRows(engine: Engine, memory: SharedArrayBuffer): Engine {
  return {
    ...readsOf(engine, new LogReader(memory)),
    write: () => Promise.reject(new Error('another thread writes to this engine')),
    close: () => engine.close(),
  };
}

class LoggedEngine implements Engine {
  readonly atomic = true;
  readonly snapshot: Engine['snapshot'];
  readonly getMany: Engine['getMany'];
  readonly scan: Engine['scan'];
  private readonly engine: Engine;
  private readonly log: WriteAheadLog;
  /** Number of the last durable write. */
  private number: number;
  /** Ends with the write that was begun last; never rejects. */
  private last: Promise<void> = Promise.resolve();
  /** Ends when the tables have the batch of the log; never rejects. */
  private applied: Promise<void> = Promise.resolve();
  /** Why the tables do not have it. */
  private fault: CodedError | undefined;

  private constructor(engine: Engine, log: WriteAheadLog, memory: SharedArrayBuffer, number: number) {
    this.engine = engine;
    this.log = log;
    this.number = number;
    ({ snapshot: this.snapshot, getMany: this.getMany, scan: this.scan } = readsOf(engine, new LogReader(memory)));
  }

  /** Opens the engine; a batch that only the log has is written first. */
  static async open(engine: Engine, log: WriteAheadLog, memory: SharedArrayBuffer): Promise<LoggedEngine> {
    const number = numberOf(await engine.getMany([numberKey]));
    const logged = new LoggedEngine(engine, log, memory, number);
    const batch = await log.read();
    if (batch?.number === following(number)) await logged.writeTables(batch.rows);
    log.clear();
    return logged;
  }

  write(changes: Iterable<RowChange>, options: { durable: boolean }): Promise<void> {
    return this.inTurn(() => {
      if (!options.durable) return this.engine.write(changes, options);
      return this.numbered((number) => this.engine.write(withNumber(changes, number), options));
    });
  }

  writeSorted(changes: SortedChanges): Promise<void> {
    return this.inTurn(() => (this.log.hasRoom(changes) ? this.writeAhead(changes) : this.writeTables(changes)));
  }

  async checkpoint(): Promise<void> {
    await this.applied;
    if (this.fault !== undefined) throw this.fault;
  }

  async close(): Promise<void> {
    await this.last;
    await this.applied;
    await this.log.close();
    await this.engine.close();
  }

  /** Writes after earlier writes, once the tables have them. */
  private inTurn(write: () => Promise<void>): Promise<void> {
    const written = this.last.then(async () => {
      await this.checkpoint();
      await write();
    });
    this.last = written.catch(() => undefined);
    return written;
  }

  /** Logs a batch; the tables receive it later. */
  private async writeAhead(changes: SortedChanges): Promise<void> {
    const { log } = this;
    try {
      const rows = await log.write(following(this.number), changes);
      log.publish();
      this.applied = this.apply(rows);
    } catch (cause) {
      log.clear();
      throw writeFailed(cause);
    }
  }

  private async apply(rows: SortedRows): Promise<void> {
    // the thread reports the batch first
    await nextTurn();
    try {
      await this.writeTables(rows);
      this.log.clear();
    } catch (cause) {
      this.fault = writeFailed(cause);
    }
  }

  private writeTables(changes: SortedChanges): Promise<void> {
    return this.numbered((number) => writeSorted(this.engine, withChange(changes, numberKey, numberBytesOf(number))));
  }

  /** Writes a batch with the next number. */
  private async numbered(write: (number: number) => Promise<void>): Promise<void> {
    const number = following(this.number);
    await write(number);
    this.number = number;
  }
}

function readsOf(engine: Engine, log: LogReader): Pick<Engine, 'atomic' | 'snapshot' | 'getMany' | 'scan'> {
  const snapshot = () => snapshotOf(engine, log);
  const onSnapshot = async <T>(read: (opened: EngineSnapshot) => Promise<T>): Promise<T> => {
    const opened = await snapshot();
    try {
      return await read(opened);
    } finally {
      await opened.close();
    }
  };
  return {
    atomic: true,
    snapshot,
    getMany: (keys) => onSnapshot((opened) => opened.getMany(keys)),
    scan: (range) => onSnapshot((opened) => opened.scan(range)),
  };
}

/** Returns a snapshot of the tables with the batch of the log, if they do not have it yet. */
async function snapshotOf(engine: Engine, log: LogReader): Promise<EngineSnapshot> {
  for (;;) {
    const lock = log.lock();
    const snapshot = await engine.snapshot();
    try {
      const rows = log.copyOf(following(numberOf(await snapshot.getMany([numberKey]))));
      // otherwise the batch was written into the tables, or another one was logged, after the snapshot
      if (log.lock() === lock)
        return rows === undefined ? snapshot : { ...readerOver(snapshot, rows), close: () => snapshot.close() };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    await snapshot.close();
  }
}

const numberOf = ([value]: readonly (Uint8Array | undefined)[]): number =>
  value === undefined ? 0 : Buffer.from(value).readUInt32BE();

function numberBytesOf(number: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** The number of a write; 0 stands for none. */
const following = (number: number): number => (number === 0xffffffff ? 1 : number + 1);

function* withNumber(changes: Iterable<RowChange>, number: number): Generator<RowChange> {
  yield* changes;
  yield { key: numberKey, value: numberBytesOf(number) };
}
