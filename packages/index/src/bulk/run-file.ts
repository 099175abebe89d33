import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { writeFaultOf } from '@glassblock/store';

/** Records by partition: the output of one unit of work. */
export class PartitionedRecords {
  readonly parts: RowBytes[];
  readonly counts: Float64Array;
  /** Number to which the next record of a partition is relative. */
  readonly last: Float64Array;

  constructor(partitions: number) {
    this.parts = Array.from({ length: partitions }, () => new RowBytes(1024));
    this.counts = new Float64Array(partitions);
    this.last = new Float64Array(partitions);
  }

  /** Returns the buffer of a partition and counts one record. */
  begin(partition: number): RowBytes {
    this.counts[partition] = this.counts[partition]! + 1;
    return this.parts[partition]!;
  }

  /** Returns the distance of a number that never decreases within a partition. */
  distance(partition: number, number: number): number {
    const distance = number - this.last[partition]!;
    this.last[partition] = number;
    return distance;
  }

  clear(): void {
    for (const part of this.parts) part.clear();
    this.counts.fill(0);
    this.last.fill(0);
  }
}

const entryBytes = 24;

/**
 * Writes the records to a file atomically and durably.
 * @throws {CodedError} index.disk if the disk rejects the write
 */
export function writeRunFile(path: string, records: PartitionedRecords): void {
  const { parts, counts } = records;
  const entries = new Float64Array(3 * parts.length);
  let at = parts.length * entryBytes;
  for (const [i, { length }] of parts.entries()) {
    entries.set([counts[i]!, at, at + length], 3 * i);
    at += length;
  }
  guarded(path, () => {
    const file = openSync(`${path}.new`, 'w');
    try {
      writeAll(file, new Uint8Array(entries.buffer));
      for (const part of parts) writeAll(file, part.bytes.subarray(0, part.length));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
    syncDirectory(dirname(path));
  });
}

/**
 * Writes a small file atomically.
 * @throws {CodedError} index.disk
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  guarded(path, () => {
    const file = openSync(`${path}.new`, 'w');
    try {
      writeAll(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
    syncDirectory(dirname(path));
  });
}

function guarded(path: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw diskError(path, cause);
  }
}

/** Returns the error for the operator when the file system rejects a write. */
function diskError(path: string, cause: unknown): CodedError {
  const { code } = cause as { code?: string };
  return new CodedError('index.disk', writeFaultOf(cause).text, { datum: { path, code }, cause });
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}

function sizeIn(file: number, path: string, partition: number) {
  const entry = new Float64Array(3);
  readExactly(file, path, new Uint8Array(entry.buffer), partition * entryBytes);
  const [count = 0, start = 0, end = 0] = entry;
  return { count, start, length: end - start };
}

/**
 * Counts the records of one partition in several files.
 * @throws {CodedError} index.temporary-file
 */
export function countRecords(paths: readonly string[], partition: number): number {
  return paths.reduce((sum, path) => sum + withFile(path, (file) => sizeIn(file, path, partition).count), 0);
}

/**
 * Yields the part of each file in a partition, in one reused buffer.
 * @throws {CodedError} index.temporary-file if a file is shorter than its header states
 */
export function* readRuns(
  paths: readonly string[],
  partition: number,
): Generator<{ bytes: Uint8Array; index: number }> {
  let buffer = new Uint8Array(0);
  for (const [index, path] of paths.entries()) {
    const bytes = withFile(path, (file) => {
      const { start, length } = sizeIn(file, path, partition);
      if (start + length > fstatSync(file).size) throw broken(path);
      if (buffer.length < length) buffer = new Uint8Array(Math.ceil(1.25 * length));
      const part = buffer.subarray(0, length);
      readExactly(file, path, part, start);
      return part;
    });
    yield { bytes, index };
  }
}

function withFile<T>(path: string, work: (file: number) => T): T {
  try {
    const file = openSync(path, 'r');
    try {
      return work(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    if (isCoded(cause) || typeof code !== 'string') throw cause;
    if (code === 'ENOENT') throw broken(path, cause);
    throw new CodedError('index.disk', `the disk cannot be read: ${String(message)}`, { datum: { path, code }, cause });
  }
}

function readExactly(file: number, path: string, into: Uint8Array, position: number): void {
  for (let at = 0; at < into.length; ) {
    const read = readSync(file, into, at, into.length - at, position + at);
    if (read === 0) throw broken(path);
    at += read;
  }
}

const broken = (path: string, cause?: unknown) =>
  new CodedError('index.temporary-file', 'a temporary file of the first sync is damaged', { datum: path, cause });
