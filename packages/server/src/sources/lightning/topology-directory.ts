import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import type { TopologyFiles } from '@glassblock/lightning';
import { CodedError } from '@glassblock/primitives';

const noDirectory = (cause: unknown) =>
  new CodedError('lightning.bad-file', 'The topology files cannot be read.', { cause });

const decompressors = new Map<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>([
  ['.gz', () => createGunzip()],
  ['.zst', () => createZstdDecompress()],
  ['.br', () => createBrotliDecompress()],
]);

/** Reads a file, decompressed if its name ends with `.gz`, `.zst` or `.br`. */
function readDecompressed(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  const decompressor = decompressors.get(extname(path))?.();
  // a failure of one ends the other, and is thrown by the iteration
  return decompressor === undefined ? file : pipeline(file, decompressor, () => undefined);
}

/** Whether a symbolic link leads to a file; false also for a broken one, and for one to itself. */
const leadsToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** Returns the error of a file. @param error as thrown while it is read */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('errno' in error)) return error;
  // errors of node:zlib have a number as well, but no system call
  if ('syscall' in error) return noDirectory(error);
  return new CodedError('lightning.bad-answer', 'the compressed file is damaged', { cause: error });
}

/**
 * Returns the topology files of a directory, which may be compressed or symbolic links; subdirectories are not read.
 * Calls throw {CodedError} lightning.bad-file, lightning.bad-answer.
 */
export function topologyDirectory(directory: string): TopologyFiles {
  return {
    async list() {
      try {
        const names: string[] = [];
        for (const entry of await readdir(directory, { withFileTypes: true })) {
          const isFile = entry.isSymbolicLink() ? await leadsToFile(join(directory, entry.name)) : entry.isFile();
          if (isFile) names.push(entry.name);
        }
        return names;
      } catch (error) {
        throw noDirectory(error);
      }
    },
    async *read(name) {
      try {
        yield* readDecompressed(join(directory, name));
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}
