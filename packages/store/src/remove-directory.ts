import { rename, rm } from 'node:fs/promises';

/** Removes a directory with its files, under another name, so that a kill in between leaves no half of it. */
export async function removeDirectory(path: string): Promise<void> {
  const removed = `${path}.removed`;
  await rm(removed, { recursive: true, force: true });
  await rename(path, removed);
  await rm(removed, { recursive: true, force: true });
}
