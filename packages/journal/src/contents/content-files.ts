import { concatBytes, type Txid } from '@glassblock/primitives';
import { recordOverhead } from '../codecs/record.ts';
import type { Disk, DiskFile } from '../disk/disk.ts';
import {
  type ContentFile,
  createContentFile,
  openContentFiles,
  readContent,
  removeContent,
  sealContent,
} from './content-file.ts';

/** Options of the files. */
export interface ContentFilesOptions {
  disk: Disk;
  directory: string;
  /** Maximum bytes on disk; the oldest files are removed. */
  maxBytes: number;
  /** Maximum number of transactions. */
  maxCount: number;
  /** Bytes after which a file is full. */
  fileBytes: number;
  /**
   * Called with a description of the lost data when opening finds a damaged or incomplete file, as the end of a
   * sentence.
   */
  onDamaged: ((loss: string) => void) | undefined;
}

/** Statistics of the files for metrics. */
export interface ContentFilesStats {
  readonly files: number;
  readonly bytes: number;
  readonly count: number;
  readonly memoryBytes: number;
}

/** The files of a content store, of which the newest is written. Methods run one at a time, reject with system errors. */
export class ContentFiles {
  private readonly options: ContentFilesOptions;
  /** Oldest first. */
  private readonly files: ContentFile[];
  /** The newest file, opened with the first write. */
  private open: DiskFile | undefined;

  private constructor(options: ContentFilesOptions, files: ContentFile[]) {
    this.options = options;
    this.files = files;
  }

  /** Opens the files of a directory, recovers them if necessary, and removes the oldest beyond the maximum. */
  static async open(options: ContentFilesOptions): Promise<ContentFiles> {
    const opened = new ContentFiles(
      options,
      await openContentFiles(options.disk, options.directory, options.onDamaged),
    );
    await opened.removeOldest();
    return opened;
  }

  get stats(): ContentFilesStats {
    return {
      files: this.files.length,
      bytes: this.total(({ bytes }) => bytes),
      count: this.total(({ table }) => table.length),
      memoryBytes: this.total(({ table }) => table.memoryBytes),
    };
  }

  /** Returns true when a file may have the transaction: tables compare a part of its id. */
  mayHave(txid: Txid): boolean {
    return this.files.some(({ table }) => table.offsetsOf(txid).length > 0);
  }

  /** Returns stored bytes; undefined when there are none. */
  async read(txid: Txid): Promise<Uint8Array | undefined> {
    for (const file of this.files.toReversed()) {
      const bytes = await readContent(this.options.disk, file, txid);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  }

  /** Makes records durable. */
  async append(records: readonly Uint8Array[]): Promise<void> {
    const { disk, fileBytes } = this.options;
    const open = await this.openNewest();
    const newest = this.files.at(-1)!;
    const bytes = concatBytes(...records);
    await open.write(bytes, newest.bytes);
    await open.sync();
    for (const record of records) {
      newest.table.add(record.subarray(recordOverhead), newest.bytes);
      newest.bytes += record.length;
    }
    if (newest.bytes >= fileBytes) {
      await this.close();
      newest.isFull = true;
      await sealContent(disk, newest);
    }
    await this.removeOldest();
  }

  /** Creates a file after the newest. */
  async begin(): Promise<DiskFile> {
    const { disk, directory } = this.options;
    const number = (this.files.at(-1)?.number ?? 0) + 1;
    const { opened, file } = await createContentFile(disk, directory, number);
    this.open = opened;
    this.files.push(file);
    return opened;
  }

  /** Closes the newest file, after a failure or the last write. Does not reject. */
  async close(): Promise<void> {
    const file = this.open;
    this.open = undefined;
    await file?.close().catch(() => undefined);
  }

  /** Truncates data that are not certainly on disk and closes the file, as far as the disk allows. Does not reject. */
  async truncate(): Promise<void> {
    await this.open?.truncate(this.files.at(-1)?.bytes ?? 0).catch(() => undefined);
    await this.close();
  }

  private async openNewest(): Promise<DiskFile> {
    const newest = this.files.at(-1);
    if (this.open !== undefined) return this.open;
    if (newest === undefined || newest.isFull) return this.begin();
    this.open = await this.options.disk.open(newest.path, 'write');
    return this.open;
  }

  private async removeOldest(): Promise<void> {
    const { disk, maxBytes, maxCount } = this.options;
    while (
      this.files.length > 1 &&
      (this.total(({ bytes, table }) => bytes + 12 * table.length) > maxBytes ||
        this.total(({ table }) => table.length) > maxCount)
    ) {
      if (!(await removeContent(disk, this.files[0]!))) return;
      this.files.shift();
    }
  }

  private total(of: (file: ContentFile) => number): number {
    return this.files.reduce((sum, file) => sum + of(file), 0);
  }
}
