import { type Txid, toHex } from '@glassblock/primitives';
import { type Disk, diskError, errorText, isSystemError, systemDisk } from '../disk/disk.ts';
import { createWorkQueue } from '../disk/work-queue.ts';
import { ContentFiles, type ContentFilesStats } from './content-files.ts';
import { ContentQueue } from './content-queue.ts';

/** Options of a content store. */
export interface ContentStoreOptions {
  /** Directory for the store's exclusive use, not the journal's; created if missing. One process at a time. */
  directory: string;
  /** Maximum bytes on disk; the oldest files are removed. Default 1 GB. */
  maxBytes?: number;
  /** Maximum number of transactions; each takes 16 bytes of memory. Default 2 million, 32 MB. */
  maxCount?: number;
  /** Bytes of a file, which is removed as a whole. Default 32 MB, at most 1/16 of the maximum. */
  fileBytes?: number;
  /** Default: the file system. */
  disk?: Disk;
  /**
   * Called with a description of the lost data when opening finds a damaged or incomplete file, as the end of a
   * sentence.
   */
  onDamaged?(loss: string): void;
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
  readonly stats: ContentFilesStats;
}

const earlyWriteBytes = 1 << 20;
const maxPendingBytes = 16 << 20;

/**
 * Opens the content store of a directory and recovers it if necessary.
 * @throws {CodedError} journal.disk
 */
export async function openContentStore(options: ContentStoreOptions): Promise<ContentStore> {
  const { directory, maxBytes = 1e9, maxCount = 2_000_000, disk = systemDisk, onDamaged } = options;
  const fileBytes = Math.min(options.fileBytes ?? 32 << 20, maxBytes / 16);
  try {
    const files = await ContentFiles.open({ disk, directory, maxBytes, maxCount, fileBytes, onDamaged });
    return new DiskContentStore(directory, files);
  } catch (cause) {
    throw diskError(directory, cause);
  }
}

/** A content store that queues writes and performs one at a time. */
class DiskContentStore implements ContentStore {
  private readonly directory: string;
  private readonly files: ContentFiles;
  private readonly queue = new ContentQueue();
  private readonly queued = createWorkQueue();
  private reported: string | undefined;
  private isClosed = false;
  private isWriteDue = false;

  constructor(directory: string, files: ContentFiles) {
    this.directory = directory;
    this.files = files;
  }

  get failure(): string | undefined {
    return this.reported;
  }

  get stats(): ContentFilesStats {
    return this.files.stats;
  }

  put(txid: Txid, bytes: Uint8Array): void {
    const { queue } = this;
    if (this.reported !== undefined || this.isClosed || queue.bytes > maxPendingBytes) return;
    const key = toHex(txid);
    if (queue.has(key) || this.files.mayHave(txid)) return;
    queue.add(key, txid, bytes);
    if (queue.bytes > earlyWriteBytes && !this.isWriteDue) {
      this.isWriteDue = true;
      void this.sync();
    }
  }

  async get(txid: Txid): Promise<Uint8Array | undefined> {
    try {
      return this.queue.get(toHex(txid)) ?? (await this.files.read(txid));
    } catch (cause) {
      throw diskError(this.directory, cause);
    }
  }

  sync(): Promise<boolean> {
    return this.queued(() => this.write());
  }

  recover(): Promise<boolean> {
    return this.queued(() => this.restart());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.sync();
    await this.queued(() => this.files.close());
  }

  private async write(): Promise<boolean> {
    this.isWriteDue = false;
    if (this.reported !== undefined) return false;
    if (this.queue.isEmpty) return true;
    try {
      await this.files.append(this.queue.take());
      return true;
    } catch (cause) {
      await this.abandon(cause);
      return false;
    } finally {
      this.queue.written();
    }
  }

  /** Continues after a failure with a new file. */
  private async restart(): Promise<boolean> {
    if (this.reported === undefined) return true;
    if (this.isClosed) return false;
    try {
      await this.files.begin();
      this.reported = undefined;
      return true;
    } catch (cause) {
      await this.abandon(cause);
      return false;
    }
  }

  /**
   * Stops writing and drops data that are not on disk.
   * @throws the cause, unless it is a file system error
   */
  private async abandon(cause: unknown): Promise<void> {
    this.reported = errorText(cause);
    this.queue.clear();
    await this.files.truncate();
    if (!isSystemError(cause)) throw cause;
  }
}
