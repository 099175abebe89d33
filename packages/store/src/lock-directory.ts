import { rm } from 'node:fs/promises';
import { CodedError } from '@glassblock/primitives';
import { ClassicLevel } from 'classic-level';

/** A lock that the system releases when this process ends. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a directory against other processes and other users in this one. The lock is that of an empty database in it:
 * Node has no file locks of its own.
 * @param directory for the lock alone; its parent exists
 * @param busy message when it is locked
 * @throws {CodedError} store.locked; store.open-failed
 */
export async function lockDirectory(
  directory: string,
  busy = 'another process uses this data directory',
): Promise<DirectoryLock> {
  try {
    return await lock(directory, busy);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'store.open-failed') throw error;
    // an empty database may be damaged too; it was locked when LevelDB read its files
    await rm(directory, { recursive: true, force: true });
    return lock(directory, busy);
  }
}

async function lock(directory: string, busy: string): Promise<DirectoryLock> {
  const db = new ClassicLevel(directory, { cacheSize: 1 << 16, writeBufferSize: 1 << 16 });
  try {
    await db.open();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const { code, message } = cause as { code?: unknown; message?: unknown };
    const because = { datum: directory, cause: error };
    if (code === 'LEVEL_LOCKED') throw new CodedError('store.locked', busy, because);
    throw new CodedError('store.open-failed', `the data directory cannot be opened: ${String(message)}`, because);
  }
  return { release: () => db.close() };
}
