import { existsSync, statSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * A file in the directory of a database that exists only while nothing has it open and the last use ended as intended.
 * LevelDB ignores files with other names than its own.
 */
const markerName = 'clean-end';
const databaseFile = /^(CURRENT|MANIFEST-\d+|\d+\.(ldb|sst|log))$/;

/**
 * Returns whether a database can be opened without a verification: its last use ended as intended, and none of its
 * files was changed since then. True for a directory without a database.
 */
export async function hasEndedCleanly(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return true;
  const names = (await readdir(directory)).filter((name) => databaseFile.test(name));
  if (names.length === 0) return true;
  const ended = statSync(join(directory, markerName), { throwIfNoEntry: false })?.mtimeMs;
  if (ended === undefined) return false;
  return names.every((name) => (statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) <= ended);
}

/** Records that a database is in use: from now on only `markCleanEnd` makes its end a clean one. */
export async function beginUse(directory: string): Promise<void> {
  if (!existsSync(join(directory, markerName))) return;
  await rm(join(directory, markerName), { force: true });
  await syncDirectory(directory);
}

/**
 * Records that the use of a database has ended as intended; call it after closing. A disk that rejects the marker costs
 * a verification at the next start.
 */
export async function markCleanEnd(directory: string): Promise<void> {
  await writeFile(join(directory, markerName), '').catch(() => undefined);
}
