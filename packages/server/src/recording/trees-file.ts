import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** The replacement trees of a network on disk. */
export interface TreesFile {
  /** Returns the saved trees; undefined when there are none. */
  load(): Promise<Uint8Array | undefined>;
  /** Replaces them atomically. */
  save(bytes: Uint8Array): Promise<void>;
}

/**
 * Opens the file.
 * @param directory of the network, locked by this process
 * @throws errors of the file system
 */
export async function openTreesFile(directory: string): Promise<TreesFile> {
  const home = join(directory, 'replacements');
  await mkdir(home, { recursive: true });
  const path = join(home, 'trees');
  return {
    async load() {
      try {
        return await readFile(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async save(bytes) {
      const file = await open(`${path}.new`, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    },
  };
}
