import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { openLevelEngine, type Store } from '@glassblock/store';

/** Progress of an export. */
export interface ExportProgress {
  rows: number;
  bytes: number;
}

const writeBufferBytes = 32e6;

/**
 * Exports a snapshot of an index while it stays in use. The target gets its name when it is complete.
 * @param directory absolute; missing or empty
 * @throws {CodedError} export.not-empty, export.disk, store.closed
 */
export async function exportIndex(
  store: Store,
  directory: string,
  options: { signal?: AbortSignal; onProgress(progress: ExportProgress): void },
): Promise<ExportProgress> {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new CodedError('export.not-empty', `${directory} is not empty`, { datum: directory });
  }
  const part = `${directory}.part`;
  const progress: ExportProgress = { rows: 0, bytes: 0 };
  try {
    await mkdir(dirname(directory), { recursive: true });
    await rm(part, { recursive: true, force: true });
    const target = await openLevelEngine({ directory: part, cacheBytes: 1e6, writeBufferBytes });
    try {
      await store.copyTo(target, {
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        onRows(rows, bytes) {
          progress.rows += rows;
          progress.bytes += bytes;
          options.onProgress(progress);
        },
      });
    } finally {
      await target.close();
    }
    await rm(directory, { recursive: true, force: true });
    await rename(part, directory);
    return progress;
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    throw sayable(error, directory);
  }
}

function sayable(error: unknown, directory: string): unknown {
  if (isCoded(error, 'store.write-failed')) {
    const { isFull } = error.datum as { isFull: boolean };
    const why = isFull ? 'the disk is full' : String((error.cause as Error).message);
    return new CodedError('export.disk', `the copy in ${directory} cannot be written: ${why}`, { cause: error });
  }
  const { code } = error as { code?: unknown };
  if (isCoded(error) || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return new CodedError('export.disk', `the copy in ${directory} cannot be written: ${code}`, { cause: error });
}
