import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stored bytes: a block, or its undo data. */
export interface StoredBytes {
  readonly length: number;
  /** Returns the bytes. @throws {Error} the file system's, when they cannot be read */
  read(): Uint8Array;
  /** Releases the memory or the place in a file; not read afterwards. */
  release(): void;
}

/** Stores the bytes of blocks. */
export interface BlockBodies {
  put(bytes: Uint8Array): StoredBytes;
}

/** Keeps bodies in memory. */
export const bodiesInMemory: BlockBodies = {
  put: (bytes) => ({ length: bytes.length, read: () => bytes, release: () => undefined }),
};

/** Bytes after which another file is begun: a file is closed when none of its bodies is needed. */
const fileBytes = 8 * 1024 * 1024;

interface BodyFile {
  readonly descriptor: number;
  /** Bytes written. */
  end: number;
  /** Bodies that are needed. */
  count: number;
}

/** Creates an open file without a name: the system frees its space when the process ends, however that happens. */
function openNameless(): BodyFile {
  const directory = mkdtempSync(join(tmpdir(), 'glassblock-blocks-'));
  const path = join(directory, 'bodies');
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(directory);
  return { descriptor, end: 0, count: 0 };
}

/** Returns bytes of a file; holds nothing of them in memory. */
function bytesAt({ descriptor }: BodyFile, start: number, length: number, release: () => void): StoredBytes {
  const read = () => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const count = readSync(descriptor, bytes, at, length - at, start + at);
      if (count === 0) throw new Error('a file of block bodies is truncated');
      at += count;
    }
    return bytes;
  };
  return { length, read, release };
}

/** Keeps bodies in files of the temporary directory, which have no names and end with the process. */
export function bodiesInFiles(): BlockBodies {
  let current: BodyFile | undefined;

  const release = (file: BodyFile) => {
    file.count--;
    if (file.count === 0 && file !== current) closeSync(file.descriptor);
  };

  const fileFor = (): BodyFile => {
    if (current !== undefined && current.end < fileBytes) return current;
    if (current?.count === 0) closeSync(current.descriptor);
    return (current = openNameless());
  };

  return {
    put(bytes) {
      const file = fileFor();
      const start = file.end;
      for (let at = 0; at < bytes.length; ) {
        at += writeSync(file.descriptor, bytes, at, bytes.length - at, start + at);
      }
      file.end += bytes.length;
      file.count++;
      return bytesAt(file, start, bytes.length, () => release(file));
    },
  };
}
