import { constants, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SortedChanges } from '../engine.ts';
import { syncDirectory } from '../sync-directory.ts';
import { SortedRows, sortedRowsSize, writeSortedRows } from './sorted-rows.ts';

/** File in the directory of the database; LevelDB ignores files with other names than its own. */
const fileName = 'write-ahead';
/** Bytes of the memory of a log: a larger batch is not logged. */
const memoryBytes = 8e6;

/** Numbers before the rows in the memory, 32 bits each. The file has all but the first. */
const at = { lock: 0, number: 1, length: 2, checksum: 3 } as const;
const headBytes = 4 * 4;
const lockBytes = 4;
/** Bytes of the file before the rows. */
const fileHeadBytes = headBytes - lockBytes;

const headOf = (memory: SharedArrayBuffer): Int32Array =>
  new Int32Array(memory, 0, headBytes / Int32Array.BYTES_PER_ELEMENT);

/** A batch with its number. */
export interface LoggedBatch {
  readonly number: number;
  readonly rows: SortedRows;
}

/** Returns the memory of a log, which all threads with the database share. Its pages are allocated when written. */
export const newLogMemory = (): SharedArrayBuffer => new SharedArrayBuffer(memoryBytes);

/**
 * The batch that was logged last, as other threads see it until it is in the tables. A lock number is odd while the
 * batch is being replaced.
 */
export class LogReader {
  private readonly head: Int32Array;
  private readonly memory: SharedArrayBuffer;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.head = headOf(memory);
  }

  /** Returns a number that differs once the batch has been replaced. */
  lock(): number {
    return Atomics.load(this.head, at.lock);
  }

  /** Returns a copy of the rows of a batch; undefined if it is not the one in the memory. */
  copyOf(number: number): SortedRows | undefined {
    const { head, memory } = this;
    if ((this.lock() & 1) === 1 || Atomics.load(head, at.number) !== (number | 0)) return undefined;
    const copy = new Uint8Array(new Uint8Array(memory, headBytes, Atomics.load(head, at.length)));
    // the number is 0 from before the rows are overwritten until the next ones are complete; a load alone would not wait
    // for the reads before it on every processor
    return Atomics.or(head, at.number, 0) === (number | 0) ? new SortedRows(copy) : undefined;
  }
}

/** A log of one batch: it is on disk before the tables of the database have it. One thread writes it. */
export class WriteAheadLog {
  private readonly file: FileHandle;
  private readonly head: Int32Array;
  private readonly memory: SharedArrayBuffer;

  private constructor(file: FileHandle, memory: SharedArrayBuffer) {
    this.file = file;
    this.memory = memory;
    this.head = headOf(memory);
  }

  /** Opens the log in the directory of a database. @throws {Error} of the system */
  static async open(directory: string, memory: SharedArrayBuffer): Promise<WriteAheadLog> {
    const file = await open(join(directory, fileName), constants.O_RDWR | constants.O_CREAT);
    await syncDirectory(directory);
    return new WriteAheadLog(file, memory);
  }

  /** Returns the batch in the file; undefined if it has none, or was not written completely. @throws {Error} of the system */
  async read(): Promise<LoggedBatch | undefined> {
    const bytes = new Uint8Array(await this.file.readFile());
    if (bytes.length < fileHeadBytes) return undefined;
    const [number, length, checksum] = new Uint32Array(bytes.buffer, 0, fileHeadBytes / Uint32Array.BYTES_PER_ELEMENT);
    const rows = bytes.slice(fileHeadBytes, fileHeadBytes + length!);
    if (rows.length < length! || crc32(rows, number) !== checksum) return undefined;
    return { number: number!, rows: new SortedRows(rows) };
  }

  /** Returns whether a batch is small enough. */
  hasRoom(changes: SortedChanges): boolean {
    return sortedRowsSize(changes) <= memoryBytes - headBytes;
  }

  /**
   * Writes a batch, durably. Readers do not see it before `publish`.
   * @param changes there is room for them
   * @returns its rows, which are valid until `clear`
   * @throws {Error} of the system
   */
  async write(number: number, changes: SortedChanges): Promise<SortedRows> {
    const { head, memory } = this;
    Atomics.add(head, at.lock, 1);
    const byteLength = writeSortedRows(changes, new Uint8Array(memory, headBytes));
    head[at.length] = byteLength;
    head[at.checksum] = crc32(new Uint8Array(memory, headBytes, byteLength), number);
    Atomics.store(head, at.number, number);
    await this.writeFile(new Uint8Array(memory, lockBytes, fileHeadBytes + byteLength));
    return new SortedRows(new Uint8Array(memory, headBytes, byteLength));
  }

  private async writeFile(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length; ) {
      start += (await this.file.write(bytes, start, bytes.length - start, start)).bytesWritten;
    }
    await this.file.datasync();
  }

  /** Makes the batch that was written visible. */
  publish(): void {
    Atomics.add(this.head, at.lock, 1);
  }

  /** Empties the memory: the tables have the batch, or it was not written. */
  clear(): void {
    const { head } = this;
    if ((Atomics.load(head, at.lock) & 1) === 0) Atomics.add(head, at.lock, 1);
    Atomics.store(head, at.number, 0);
    Atomics.add(head, at.lock, 1);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
