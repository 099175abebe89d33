import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { type DirectoryLock, lockDirectory, openLevelEngine, type Store, writeFaultOf } from '@glassblock/store';

/** Progress of an export. */
export interface ExportProgress {
  rows: number;
  bytes: number;
}

const writeBufferBytes = 32e6;
/** Of the name of an incomplete copy: beside a missing target, or inside an empty one, which may be a mount point. */
const partName = '.part';

/**
 * Exports a snapshot of an index while it stays in use. A missing target gets its name when it is complete, an empty one
 * its file `CURRENT`.
 * @param directory absolute; missing or empty
 * @throws {CodedError} index.nothing, export.not-empty, export.disk, store.locked, store.closed
 */
export async function exportIndex(
  store: Store,
  directory: string,
  options: { signal?: AbortSignal; onProgress(progress: ExportProgress): void },
): Promise<ExportProgress> {
  try {
    await requireBlocks(store);
    const isPresent = await isEmptyDirectory(directory);
    const part = isPresent ? join(directory, partName) : `${directory}${partName}`;
    await mkdir(dirname(part), { recursive: true });
    if (!existsSync(part)) await mkdir(part);
    const lock = await lockPart(part, directory);
    try {
      const copy = join(part, 'index');
      await rm(copy, { recursive: true, force: true });
      const progress = await copyIndex(store, copy, options);
      if (isPresent) await moveFiles(copy, directory);
      else await rename(copy, directory);
      return progress;
    } finally {
      await rm(part, { recursive: true, force: true }).catch(() => undefined);
      await lock.release();
    }
  } catch (error) {
    throw sayable(error, directory);
  }
}

/** The first build writes the tip when it ends. @throws {CodedError} index.nothing */
async function requireBlocks(store: Store): Promise<void> {
  const view = await store.view();
  await view.close();
  if (view.tip !== undefined) return;
  throw new CodedError('index.nothing', 'the index has no blocks yet: there is nothing to copy');
}

/**
 * Returns false for a missing directory, true for an empty one or one with an incomplete copy.
 * @throws {CodedError} export.not-empty
 */
async function isEmptyDirectory(directory: string): Promise<boolean> {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return false;
  const names = await readdir(directory);
  if (names.every((name) => name === partName)) return true;
  throw new CodedError('export.not-empty', `${directory} is not empty`, { datum: directory });
}

/** @throws {CodedError} store.locked, store.open-failed */
async function lockPart(part: string, directory: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(join(part, 'lock'), `another command copies to ${directory}`);
  } catch (error) {
    if (!isCoded(error, 'store.locked')) await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function copyIndex(
  store: Store,
  directory: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress(progress: ExportProgress): void },
): Promise<ExportProgress> {
  const progress: ExportProgress = { rows: 0, bytes: 0 };
  const target = await openLevelEngine({ directory, cacheBytes: 1e6, writeBufferBytes });
  try {
    await store.copyTo(target, {
      ...(signal === undefined ? {} : { signal }),
      onRows(rows, bytes) {
        progress.rows += rows;
        progress.bytes += bytes;
        onProgress(progress);
      },
    });
  } finally {
    await target.close();
  }
  return progress;
}

/** Moves the files of a database; without `CURRENT`, which is last, a directory is none. */
async function moveFiles(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== 'CURRENT');
  for (const name of [...names, 'CURRENT']) await rename(join(from, name), join(to, name));
}

function sayable(error: unknown, directory: string): unknown {
  if (isCoded(error, 'store.write-failed')) {
    const { isFull } = error.datum as { isFull: boolean };
    const why = isFull ? 'the disk is full' : String((error.cause as Error).message);
    return new CodedError('export.disk', `the copy in ${directory} cannot be written: ${why}`, { cause: error });
  }
  if (isCoded(error, 'store.open-failed')) {
    const why = writeFaultOf(error).isFull ? 'the disk is full' : error.message;
    return new CodedError('export.disk', `the copy in ${directory} cannot be written: ${why}`, { cause: error });
  }
  const { code } = error as { code?: unknown };
  if (isCoded(error) || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return new CodedError('export.disk', `the copy in ${directory} cannot be written: ${code}`, { cause: error });
}
