import { mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { RowBytes, RowReader, u32 } from '@glassblock/primitives/records';

/** Fixed-width rows, oldest first, up to a maximum number. One caller appends at a time; reads are unordered. */
export interface RecordFile {
  /** @throws errors of the file system: this row is missing then */
  append(row: Uint8Array): Promise<void>;
  /** Iterates the rows in pieces, to keep the event loop free; skips damaged ones. */
  pieces(): AsyncIterable<Uint8Array[]>;
}

/** Options of a record file. */
export interface RecordFileOptions {
  /** Bytes of a row. */
  width: number;
  /** Minimum number of rows stored; up to a quarter more exist before the oldest are removed. */
  max: number;
  /**
   * Called with a description of the lost data when a read finds damaged rows, as the end of a sentence; may repeat
   * itself.
   */
  onDamaged?(loss: string): void;
}

/**
 * Opens a record file.
 * @param path undefined: in memory; its directory is created when missing
 */
export async function openRecordFile(path: string | undefined, options: RecordFileOptions): Promise<RecordFile> {
  if (path === undefined) return inMemory(options);
  await mkdir(dirname(path), { recursive: true });
  return onDisk(path, options);
}

const rowsPerBatch = 256;
/** CRC-32 of a row, behind it. */
const rowChecksum = u32;
const crcBytes = rowChecksum.minBytes;
const tooMany = (rows: number, max: number) => rows > max + max / 4;

function inMemory({ max }: RecordFileOptions): RecordFile {
  const rows: Uint8Array[] = [];
  return {
    async append(row) {
      rows.push(row.slice());
      if (tooMany(rows.length, max)) rows.splice(0, rows.length - max);
    },
    async *pieces() {
      for (let at = 0; at < rows.length; at += rowsPerBatch) yield rows.slice(at, at + rowsPerBatch);
    },
  };
}

/**
 * Each row is followed by its CRC-32. A kill leaves at most a part of the last row, which the next append truncates; a
 * file that is too long is rewritten to a temporary file, which replaces it atomically.
 */
function onDisk(path: string, { width, max, onDamaged }: RecordFileOptions): RecordFile {
  const stride = width + crcBytes;

  async function dropOldest(size: number): Promise<void> {
    const input = await open(path, 'r');
    try {
      const stored = new Uint8Array(max * stride);
      await input.read(stored, 0, stored.length, size - stored.length);
      const output = await open(`${path}.new`, 'w');
      try {
        await output.writeFile(stored);
        await output.sync();
      } finally {
        await output.close();
      }
    } finally {
      await input.close();
    }
    await rename(`${path}.new`, path);
  }

  return {
    async append(row) {
      const out = new RowBytes(stride).append(row);
      rowChecksum.write(out, crc32(row));
      const file = await open(path, 'a');
      let end: number;
      try {
        const { size } = await file.stat();
        end = size - (size % stride);
        if (end !== size) await file.truncate(end);
        await file.appendFile(out.copy());
      } finally {
        await file.close();
      }
      if (tooMany(end / stride + 1, max)) await dropOldest(end + stride);
    },
    async *pieces() {
      // created by opening when missing
      const file = await open(path, 'a+');
      try {
        const bytes = new Uint8Array(rowsPerBatch * stride);
        for (let at = 0; ; at += bytes.length) {
          const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
          const rows = wholeRows(bytes.subarray(0, bytesRead), width);
          if (rows.length * stride < bytesRead) onDamaged?.(`damaged rows of ${basename(path)} are skipped`);
          yield rows;
          if (bytesRead < bytes.length) return;
        }
      } finally {
        await file.close();
      }
    },
  };
}

/** Valid rows of a piece of the file; copies. */
function wholeRows(bytes: Uint8Array, width: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  for (let at = 0; at + width + crcBytes <= bytes.length; at += width + crcBytes) {
    const row = bytes.slice(at, at + width);
    if (crc32(row) === rowChecksum.read(new RowReader(bytes, at + width))) rows.push(row);
  }
  return rows;
}
