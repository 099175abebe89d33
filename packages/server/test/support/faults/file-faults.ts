import { closeSync, openSync, readdirSync, readSync, statSync, truncateSync, utimesSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A fault of one file. */
export interface FileFault {
  /** Path below the data directory. */
  file: string;
  /** Number of the flipped bit, or length after truncation. */
  kind: 'flip' | 'truncate';
  at: number;
}

/** Returns the files with content below a directory, as sorted relative paths. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((file) => statSync(join(directory, file)).size > 0)
    .sort();
}

/** Draws a fault of a file: three of four are flipped bits. */
export function drawFault(directory: string, file: string, random: () => number): FileFault {
  const { size } = statSync(join(directory, file));
  return random() < 0.75
    ? { file, kind: 'flip', at: Math.floor(random() * size * 8) }
    : { file, kind: 'truncate', at: Math.floor(random() * size) };
}

/**
 * Damages a file.
 * @param isSilent keep the time of its last change, as a failing disk does
 */
export function applyFault(directory: string, { file, kind, at }: FileFault, isSilent: boolean): void {
  const path = join(directory, file);
  const { atime, mtime } = statSync(path);
  if (kind === 'truncate') truncateSync(path, at);
  else {
    // in place: a program may have the file mapped
    const opened = openSync(path, 'r+');
    const byte = new Uint8Array(1);
    readSync(opened, byte, 0, 1, at >> 3);
    byte[0]! ^= 1 << (at & 7);
    writeSync(opened, byte, 0, 1, at >> 3);
    closeSync(opened);
  }
  if (isSilent) utimesSync(path, atime, mtime);
}
