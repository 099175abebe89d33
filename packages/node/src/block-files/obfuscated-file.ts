import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CodedError } from '@glassblock/primitives';

/** A file of the node whose bytes are XORed with an eight-byte key by offset (Core 28 and newer). */
export class ObfuscatedFile {
  private readonly handle: FileHandle;
  private readonly key: Uint8Array | undefined;

  constructor(handle: FileHandle, key: Uint8Array | undefined) {
    this.handle = handle;
    this.key = key;
  }

  /**
   * Opens a file for `work` and closes it afterwards.
   * @throws {CodedError} node.no-block-files
   */
  static async with<T>(
    path: string,
    key: Uint8Array | undefined,
    work: (file: ObfuscatedFile) => Promise<T>,
  ): Promise<T> {
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (cause) {
      throw unreadable(path, cause);
    }
    try {
      return await work(new ObfuscatedFile(handle, key));
    } finally {
      await handle.close();
    }
  }

  /**
   * Reads ranges in the calling thread: for few bytes that are in the page cache.
   * @throws {CodedError} node.no-block-files; node.bad-block-file when the file ends before
   */
  static readSync(
    path: string,
    key: Uint8Array | undefined,
    ranges: readonly { offset: number; size: number }[],
  ): Uint8Array[] {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (cause) {
      throw unreadable(path, cause);
    }
    try {
      return ranges.map(({ offset, size }) => {
        const buffer = wordsFor(size);
        if (readSync(file, buffer, 0, size, offset) < size) throw endsEarly(offset);
        if (key !== undefined) applyKey(buffer, key, offset);
        return buffer.subarray(0, size);
      });
    } finally {
      closeSync(file);
    }
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  /**
   * Reads at most `count` bytes from an offset: fewer at the end of the file. `raw` returns bytes before the XOR, to
   * recognize unwritten space.
   */
  async read(offset: number, count: number): Promise<{ bytes: Uint8Array; raw: (at: number) => number }> {
    const buffer = wordsFor(count);
    let length = 0;
    while (length < count) {
      const { bytesRead } = await this.handle.read(buffer, length, count - length, offset + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const { key } = this;
    if (key !== undefined) applyKey(buffer, key, offset);
    const bytes = buffer.subarray(0, length);
    return { bytes, raw: (at) => bytes[at]! ^ (key === undefined ? 0 : key[(offset + at) & 7]!) };
  }

  /**
   * Reads exactly `count` bytes.
   * @throws {CodedError} node.bad-block-file when the file ends before
   */
  async exactly(offset: number, count: number): Promise<Uint8Array> {
    const { bytes } = await this.read(offset, count);
    if (bytes.length < count) throw endsEarly(offset);
    return bytes;
  }
}

/** Returns a buffer of at least that many bytes, in whole words for the XOR. */
const wordsFor = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array((count + 7) & ~7);

const endsEarly = (offset: number) =>
  new CodedError('node.bad-block-file', 'a block file ends early', { datum: offset });

const unreadable = (path: string, cause: unknown) =>
  new CodedError('node.no-block-files', 'a block file of the node cannot be read', { datum: path, cause });

/**
 * @param buffer with its own memory, a multiple of eight long
 * @param offset of its first byte in the file
 */
function applyKey(buffer: Uint8Array, key: Uint8Array, offset: number): void {
  const turned = Uint8Array.from({ length: 8 }, (_, i) => key[(offset + i) & 7]!);
  const [even, odd] = new Uint32Array(turned.buffer) as unknown as [number, number];
  const words = new Uint32Array(buffer.buffer);
  for (let i = 0; i < words.length; i += 2) {
    words[i]! ^= even;
    words[i + 1]! ^= odd;
  }
}
