import { basename, join } from 'node:path';
import { equalBytes } from '@glassblock/primitives';
import { bytes, record, rest } from '@glassblock/primitives/records';
import { readRecord, recordKinds, recordLengthAt, recordOf, recordOverhead } from '../codecs/record.ts';
import {
  type Disk,
  type DiskFile,
  isMissing,
  isSystemError,
  readWhole,
  removeIfPossible,
  withFile,
  writeWhole,
} from '../disk/disk.ts';
import { recordsOf } from '../segments/segment.ts';
import { ContentTable } from './content-table.ts';

/** Body of a content record. */
export const contentRecord = record({
  /** Internal order. */
  txid: bytes(32),
  /** The serialized transaction. */
  raw: rest,
});

/**
 * A file of raw transactions: an empty head, then one record per transaction. Files are numbered in order of creation.
 */
export interface ContentFile {
  readonly number: number;
  readonly path: string;
  /** Bytes that are written and complete. */
  bytes: number;
  /** No longer written to. */
  isFull: boolean;
  table: ContentTable;
}

const namePattern = /^(\d{10})\.content$/;

const contentName = (number: number) => `${String(number).padStart(10, '0')}.content`;

/** Path of the side file of a full file: one record with the entries of its table. */
const tablePathOf = (path: string) => `${path}-table`;

/**
 * Opens the files of a directory, oldest first, truncates an incomplete record of the newest, and removes remains of
 * interrupted work.
 * @param onDamaged called with a description of the lost data, as the end of a sentence
 */
export async function openContentFiles(
  disk: Disk,
  directory: string,
  onDamaged: (loss: string) => void = () => undefined,
): Promise<ContentFile[]> {
  await disk.makeDirectory(directory);
  const names = await disk.list(directory);
  const there = new Set(names);
  for (const name of names) {
    const isOrphan = name.endsWith('.content-table') && !there.has(name.slice(0, -'-table'.length));
    if (name.endsWith('.new') || isOrphan) await removeIfPossible(disk, join(directory, name));
  }
  const numbers = names.map((name) => Number(namePattern.exec(name)?.[1])).filter((number) => number > 0);
  numbers.sort((a, b) => a - b);
  const files: ContentFile[] = [];
  for (const number of numbers) {
    const path = join(directory, contentName(number));
    const file = (await loadFull(disk, number, path)) ?? (await scanFile(disk, number, path, onDamaged));
    files.push(file);
    if (file.isFull || number === numbers.at(-1)) continue;
    file.isFull = true;
    await sealContent(disk, file);
  }
  return files;
}

/**
 * Creates a durable file and returns it open for writing. If it rejects, nothing is left, as far as the disk allows.
 */
export async function createContentFile(
  disk: Disk,
  directory: string,
  number: number,
): Promise<{ file: ContentFile; opened: DiskFile }> {
  const path = join(directory, contentName(number));
  const head = recordOf(recordKinds.head);
  let opened: DiskFile | undefined;
  try {
    opened = await disk.open(path, 'new');
    await opened.write(head, 0);
    await opened.sync();
    await disk.syncDirectory(directory);
    return { file: { number, path, bytes: head.length, isFull: false, table: new ContentTable() }, opened };
  } catch (cause) {
    await opened?.close().catch(() => undefined);
    await disk.remove(path).catch(() => undefined);
    throw cause;
  }
}

/**
 * Removes a file and its table.
 * @returns false if the disk refuses; retry later
 */
export const removeContent = (disk: Disk, { path }: ContentFile) => removeIfPossible(disk, path, tablePathOf(path));

async function loadFull(disk: Disk, number: number, path: string): Promise<ContentFile | undefined> {
  const bytes = await readWhole(disk, tablePathOf(path));
  const record = bytes === undefined ? undefined : readRecord(bytes, 0);
  if (record?.kind !== recordKinds.index) return undefined;
  const size = await withFile(disk, path, 'read', (file) => file.size());
  return { number, path, bytes: size, isFull: true, table: ContentTable.of(record.body) };
}

/** Reads a file from the start and truncates it after the last complete record. */
async function scanFile(
  disk: Disk,
  number: number,
  path: string,
  onDamaged: (loss: string) => void,
): Promise<ContentFile> {
  const table = new ContentTable();
  let bytes = 0;
  const size = await withFile(disk, path, 'read', async (file) => {
    const end = await file.size();
    for await (const { kind, body, offset, next } of recordsOf(file, 0, end)) {
      if (kind === recordKinds.content) table.add(body, offset);
      else if (offset > 0 || kind !== recordKinds.head) break;
      bytes = next;
    }
    return end;
  });
  if (bytes < size) {
    onDamaged(`the transactions behind byte ${bytes} of ${basename(path)} are lost`);
    await withFile(disk, path, 'write', async (file) => {
      await file.truncate(bytes);
      await file.sync();
    });
  }
  return { number, path, bytes, isFull: false, table };
}

/** Writes the side file of a full file. It only saves time: if the disk refuses, it is written at the next opening. */
export async function sealContent(disk: Disk, { path, table }: ContentFile): Promise<void> {
  table.fit();
  try {
    await writeWhole(disk, tablePathOf(path), [recordOf(recordKinds.index, table.entries())]);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
  }
}

/**
 * Reads the bytes of a transaction from a file; removes a damaged one from the table.
 * @returns undefined if it is not in the file
 */
export async function readContent(disk: Disk, file: ContentFile, txid: Uint8Array): Promise<Uint8Array | undefined> {
  const offsets = file.table.offsetsOf(txid);
  if (offsets.length === 0) return undefined;
  try {
    return await withFile(disk, file.path, 'read', async (opened) => {
      for (const offset of offsets) {
        const body = await readBody(opened, offset, file.bytes);
        if (body === undefined) file.table.remove(txid, offset);
        else {
          const found = contentRecord.decode(body);
          if (equalBytes(found.txid, txid)) return found.raw;
        }
      }
      return undefined;
    });
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** Most transactions are shorter and need one read. */
const defaultBytes = 2_048;

async function readBody(file: DiskFile, offset: number, end: number): Promise<Uint8Array | undefined> {
  // a full file that was truncated ends before offsets of its table
  let bytes = new Uint8Array(Math.max(0, Math.min(defaultBytes, end - offset)));
  if (bytes.length < recordOverhead || (await file.read(bytes, offset)) < bytes.length) return undefined;
  const length = recordLengthAt(bytes, 0);
  if (offset + length > end) return undefined;
  if (length > bytes.length) {
    bytes = new Uint8Array(length);
    if ((await file.read(bytes, offset)) < length) return undefined;
  }
  const record = readRecord(bytes, 0);
  return record?.kind === recordKinds.content ? record.body : undefined;
}
