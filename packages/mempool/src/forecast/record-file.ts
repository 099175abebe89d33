import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { RowBytes, RowReader, u32 } from '@glassblock/primitives/records';

/** Rows of one width, oldest first, no more than a number of them. One caller appends at a time; reading needs no order. */
export interface RecordFile {
  /** @throws errors of the file system: this row is missing then */
  append(row: Uint8Array): Promise<void>;
  /** The rows in pieces, so that many of them keep nobody waiting; damaged ones are left out. */
  pieces(): AsyncIterable<Uint8Array[]>;
}

export interface RecordFileOptions {
  /** Bytes of a row. */
  width: number;
  /** Rows that are kept at least; a quarter more are there before the oldest go. */
  most: number;
}

/** @param path  undefined: in memory; its directory is made when it is missing */
export async function openRecordFile(path: string | undefined, options: RecordFileOptions): Promise<RecordFile> {
  if (path === undefined) return inMemory(options);
  await mkdir(dirname(path), { recursive: true });
  return onDisk(path, options);
}

const rowsAtOnce = 256;
/** CRC-32 of a row, behind it. */
const rowChecksum = u32;
const crcBytes = rowChecksum.minBytes;
const tooMany = (rows: number, most: number) => rows > most + most / 4;

function inMemory({ most }: RecordFileOptions): RecordFile {
  const rows: Uint8Array[] = [];
  return {
    async append(row) {
      rows.push(row.slice());
      if (tooMany(rows.length, most)) rows.splice(0, rows.length - most);
    },
    async *pieces() {
      for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
    },
  };
}

/** Each row is followed by its CRC-32. A kill leaves at most a part of the last row, which the next append cuts off; too long
 *  a file is written anew beside the old one and takes its place at once. */
function onDisk(path: string, { width, most }: RecordFileOptions): RecordFile {
  const stride = width + crcBytes;

  async function dropOldest(size: number): Promise<void> {
    const input = await open(path, 'r');
    try {
      const kept = new Uint8Array(most * stride);
      await input.read(kept, 0, kept.length, size - kept.length);
      const output = await open(`${path}.new`, 'w');
      try {
        await output.writeFile(kept);
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
      if (tooMany(end / stride + 1, most)) await dropOldest(end + stride);
    },
    async *pieces() {
      // made by opening when there is none yet
      const file = await open(path, 'a+');
      try {
        const bytes = new Uint8Array(rowsAtOnce * stride);
        for (let at = 0; ; at += bytes.length) {
          const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
          yield wholeRows(bytes.subarray(0, bytesRead), width);
          if (bytesRead < bytes.length) return;
        }
      } finally {
        await file.close();
      }
    },
  };
}

/** Rows of a piece of the file that are what was written; copies. */
function wholeRows(bytes: Uint8Array, width: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  for (let at = 0; at + width + crcBytes <= bytes.length; at += width + crcBytes) {
    const row = bytes.slice(at, at + width);
    if (crc32(row) === rowChecksum.read(new RowReader(bytes, at + width))) rows.push(row);
  }
  return rows;
}
