import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';

/** An open file. Every method rejects with the system's error. */
export interface DiskFile {
  /** Returns the number of bytes read, fewer than requested only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when everything written survives a power failure. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  /** Returns a text that a copied, restored or modified file does not share. */
  identity(): Promise<string>;
  close(): Promise<void>;
}

/** The file system operations of the journal; paths are absolute. Every method rejects with the system's error. */
export interface Disk {
  /** Creates a directory and its parents, durably. */
  makeDirectory(path: string): Promise<void>;
  list(directory: string): Promise<string[]>;
  /** `new` truncates an existing file. */
  open(path: string, mode: 'read' | 'write' | 'new'): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves if there is no such file. */
  remove(path: string): Promise<void>;
  /** Makes added and removed names survive a power failure. */
  syncDirectory(path: string): Promise<void>;
  /** Unix milliseconds. */
  modifiedMs(path: string): Promise<number>;
}

const flags = { read: 'r', write: 'r+', new: 'w+' } as const;

/** The file system of the process. */
export const systemDisk: Disk = {
  makeDirectory: async (path) => {
    const first = await mkdir(path, { recursive: true });
    if (first === undefined) return;
    for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
  },
  list: (directory) => readdir(directory),
  rename,
  remove: (path) => rm(path, { force: true }),
  modifiedMs: async (path) => (await stat(path)).mtimeMs,
  syncDirectory,
  open: async (path, mode) => {
    const handle = await open(path, flags[mode]);
    return {
      read: async (into, position) => {
        let at = 0;
        while (at < into.length) {
          const { bytesRead } = await handle.read(into, at, into.length - at, position + at);
          if (bytesRead === 0) break;
          at += bytesRead;
        }
        return at;
      },
      write: async (bytes, position) => {
        for (let at = 0; at < bytes.length; ) {
          at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
        }
      },
      sync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      size: async () => (await handle.stat()).size,
      identity: async () => {
        const { ino, size, ctimeNs } = await handle.stat({ bigint: true });
        return `${ino} ${size} ${ctimeNs}`;
      },
      close: () => handle.close(),
    };
  },
};

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Opens a file, runs work on it and closes it. */
export async function withFile<T>(
  disk: Disk,
  path: string,
  mode: 'read' | 'write' | 'new',
  work: (file: DiskFile) => Promise<T>,
): Promise<T> {
  const file = await disk.open(path, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Returns all bytes of a file; undefined if it does not exist. */
export async function readWhole(disk: Disk, path: string): Promise<Uint8Array | undefined> {
  try {
    return await withFile(disk, path, 'read', async (file) => {
      const bytes = new Uint8Array(await file.size());
      return bytes.subarray(0, await file.read(bytes, 0));
    });
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** Writes a file atomically. */
export async function writeWhole(disk: Disk, path: string, parts: readonly Uint8Array[]): Promise<void> {
  await withFile(disk, `${path}.new`, 'new', async (file) => {
    let at = 0;
    for (const part of parts) {
      await file.write(part, at);
      at += part.length;
    }
    await file.sync();
  });
  await disk.rename(`${path}.new`, path);
  await disk.syncDirectory(dirname(path));
}

/**
 * Removes unused files.
 * @returns false if the disk refuses one; retry later
 */
export async function removeIfPossible(disk: Disk, ...paths: readonly string[]): Promise<boolean> {
  try {
    for (const path of paths) await disk.remove(path);
    return true;
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    return false;
  }
}

/** Returns whether an error comes from the file system and not from a bug. */
export const isSystemError = (cause: unknown) =>
  !isCoded(cause) && typeof (cause as { code?: unknown } | undefined)?.code === 'string';

/** Returns whether an error means that a file does not exist. */
export const isMissing = (cause: unknown) => (cause as { code?: unknown } | undefined)?.code === 'ENOENT';

/** Returns a sentence about a file system error for the operator. */
export function errorText(cause: unknown): string {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const reason = String(message ?? cause);
  return /ENOSPC|EDQUOT|no space left|quota exceeded/i.test(`${String(code ?? '')} ${reason}`)
    ? 'the disk of the journal is full: nothing is stored until space is free'
    : `the disk refuses the journal (${reason}): nothing is stored until it accepts writes`;
}

/**
 * Converts a file system error to journal.disk; other errors are returned unchanged.
 * @param textOf its sentence; default: `errorText`, of a journal that is open
 */
export function diskError(directory: string, cause: unknown, textOf = errorText): unknown {
  if (!isSystemError(cause)) return cause;
  return new CodedError('journal.disk', textOf(cause), { datum: directory, cause });
}
