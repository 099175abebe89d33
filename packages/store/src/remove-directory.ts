import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const suffix = '.removed';

/** Removes a directory with its files, under another name, so that a kill in between leaves no half of it. */
export async function removeDirectory(path: string): Promise<void> {
  const removed = `${path}${suffix}`;
  await rm(removed, { recursive: true, force: true });
  await rename(path, removed);
  await rm(removed, { recursive: true, force: true });
}

/** Removes what calls of `removeDirectory` that were killed have left in a directory. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.endsWith(suffix)) await rm(join(directory, name), { recursive: true, force: true });
  }
}
