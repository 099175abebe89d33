import { concatBytes, type Txid, toHex } from '@glassblock/primitives';
import { recordKinds, recordOf, recordOverhead } from '../codecs/record.ts';
import { type Disk, type DiskFile, diskError, errorText, isSystemError, systemDisk } from '../disk/disk.ts';
import { createWorkQueue } from '../disk/work-queue.ts';
import {
  type ContentFile,
  contentRecord,
  createContentFile,
  openContentFiles,
  readContent,
  removeContent,
  sealContent,
} from './content-file.ts';

/** Options of a content store. */
export interface ContentStoreOptions {
  /** Directory for the store's exclusive use, not the journal's; created if missing. One process at a time. */
  directory: string;
  /** Maximum bytes on disk; the oldest files are removed. Default 1 GB. */
  keptBytes?: number;
  /** Maximum number of transactions; each takes 16 bytes of memory. Default 2 million, 32 MB. */
  keptCount?: number;
  /** Bytes of a file, which is removed as a whole. Default 32 MB, at most 1/16 of the maximum. */
  fileBytes?: number;
  /** Default: the file system. */
  disk?: Disk;
}

/**
 * Raw bytes of transactions, so that those that left the mempool unmined can be shown. A bounded cache: an entry may be
 * absent, never wrong.
 */
export interface ContentStore {
  /** Stores bytes under an id unless it exists. Does not wait; dropped while the disk refuses or is far behind. */
  put(txid: Txid, bytes: Uint8Array): void;
  /**
   * Returns stored bytes.
   * @returns undefined if they were dropped, are damaged or were never stored
   * @throws {CodedError} journal.disk
   */
  get(txid: Txid): Promise<Uint8Array | undefined>;
  /**
   * Makes everything stored so far durable. Disk errors do not reject it.
   * @returns false if the disk refused
   */
  sync(): Promise<boolean>;
  /** Why nothing is stored at present, as a sentence for the operator; undefined without a failure. */
  readonly failure: string | undefined;
  /**
   * Tries the disk again after a failure.
   * @returns true if it recovered
   */
  recover(): Promise<boolean>;
  /** Syncs and closes the files. */
  close(): Promise<void>;
  readonly stats: {
    readonly files: number;
    readonly bytes: number;
    readonly count: number;
    readonly memoryBytes: number;
  };
}

const earlyWriteBytes = 1 << 20;
const maxPendingBytes = 16 << 20;

/**
 * Opens the content store of a directory and recovers it if necessary.
 * @throws {CodedError} journal.disk
 */
export async function openContentStore(options: ContentStoreOptions): Promise<ContentStore> {
  const { directory, keptBytes = 1e9, keptCount = 2_000_000, disk = systemDisk } = options;
  const fileBytes = Math.min(options.fileBytes ?? 32 << 20, keptBytes / 16);
  const refused = (cause: unknown): never => {
    throw diskError(directory, cause);
  };
  const files = await openContentFiles(disk, directory).catch(refused);

  /** The newest file, opened with the first write. */
  let open: DiskFile | undefined;
  /** Records by txid in hex, queued or being written. */
  let pending = new Map<string, Uint8Array>();
  let writing = new Map<string, Uint8Array>();
  let pendingBytes = 0;
  let failure: string | undefined;
  let isClosed = false;
  let isWriteDue = false;
  const queued = createWorkQueue();

  const total = (of: (file: ContentFile) => number) => files.reduce((sum, file) => sum + of(file), 0);

  async function beginFile(): Promise<void> {
    const number = (files.at(-1)?.number ?? 0) + 1;
    const typedPrefix = await createContentFile(disk, directory, number);
    open = typedPrefix.opened;
    files.push(typedPrefix.file);
  }
  async function openNewest(): Promise<void> {
    const newest = files.at(-1);
    if (open !== undefined) return;
    if (newest === undefined || newest.isFull) await beginFile();
    else open = await disk.open(newest.path, 'write');
  }
  async function writePending(): Promise<boolean> {
    isWriteDue = false;
    if (failure !== undefined) return false;
    if (pending.size === 0) return true;
    writing = pending;
    pending = new Map();
    pendingBytes = 0;
    try {
      await openNewest();
      const newest = files.at(-1)!;
      const records = [...writing.values()];
      const bytes = concatBytes(...records);
      await open!.write(bytes, newest.bytes);
      await open!.sync();
      for (const record of records) {
        newest.table.add(record.subarray(recordOverhead), newest.bytes);
        newest.bytes += record.length;
      }
      if (newest.bytes >= fileBytes) {
        await letGo();
        newest.isFull = true;
        await sealContent(disk, newest);
      }
      await dropOldest();
      return true;
    } catch (cause) {
      await giveUp(cause);
      return false;
    } finally {
      writing = new Map();
    }
  }
  async function letGo(): Promise<void> {
    const file = open;
    open = undefined;
    await file?.close().catch(() => undefined);
  }
  async function giveUp(cause: unknown): Promise<void> {
    failure = errorText(cause);
    pending = new Map();
    pendingBytes = 0;
    await open?.truncate(files.at(-1)?.bytes ?? 0).catch(() => undefined);
    await letGo();
    if (!isSystemError(cause)) throw cause;
  }
  async function dropOldest(): Promise<void> {
    while (
      files.length > 1 &&
      (total(({ bytes, table }) => bytes + 12 * table.length) > keptBytes ||
        total(({ table }) => table.length) > keptCount)
    ) {
      if (!(await removeContent(disk, files[0]!))) return;
      files.shift();
    }
  }
  async function recoverNow(): Promise<boolean> {
    if (failure === undefined) return true;
    if (isClosed) return false;
    try {
      await beginFile();
      failure = undefined;
      return true;
    } catch (cause) {
      await giveUp(cause);
      return false;
    }
  }

  await queued(dropOldest).catch(refused);

  return {
    put(txid, bytes) {
      if (failure !== undefined || isClosed || pendingBytes > maxPendingBytes) return;
      const key = toHex(txid);
      if (pending.has(key) || writing.has(key)) return;
      if (files.some(({ table }) => table.offsetsOf(txid).length > 0)) return;
      const record = recordOf(recordKinds.content, contentRecord.encode({ txid, raw: bytes }));
      pending.set(key, record);
      pendingBytes += record.length;
      if (pendingBytes > earlyWriteBytes && !isWriteDue) {
        isWriteDue = true;
        void queued(writePending);
      }
    },
    async get(txid) {
      const key = toHex(txid);
      const recent = pending.get(key) ?? writing.get(key);
      if (recent !== undefined) return contentRecord.decode(recent.subarray(recordOverhead)).raw;
      for (const file of files.toReversed()) {
        const bytes = await readContent(disk, file, txid).catch(refused);
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    sync: () => queued(writePending),
    get failure() {
      return failure;
    },
    recover: () => queued(recoverNow),
    async close() {
      isClosed = true;
      await queued(writePending);
      await queued(letGo);
    },
    get stats() {
      return {
        files: files.length,
        bytes: total(({ bytes }) => bytes),
        count: total(({ table }) => table.length),
        memoryBytes: total(({ table }) => table.memoryBytes),
      };
    },
  };
}
