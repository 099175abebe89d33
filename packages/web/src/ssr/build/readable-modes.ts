import { chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const directoryMode = 0o755;
/** Mode of files that every user may read. */
export const fileMode = 0o644;

/**
 * Makes a directory and everything below it readable for all users, regardless of the umask: the program runs with one that
 * keeps its data private, but one user may build the app and another start it.
 * @throws {NodeJS.ErrnoException} EPERM when a file belongs to another user
 */
export async function makeReadable(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  await chmod(directory, directoryMode);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, directoryMode);
    else if (entry.isFile()) await chmod(path, fileMode);
  }
}

/** Creates a directory and its missing parents, readable for all users as with `makeReadable`. */
export async function makeReadableDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  for (let path = directory; path.length >= first.length; path = dirname(path)) await chmod(path, directoryMode);
}
