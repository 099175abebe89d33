import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { writeFaultOf } from '@glassblock/store';

const probeBytes = 8 * 1024 * 1024;

/**
 * Checks whether a disk that rejected writes accepts them again: checks free space, then writes and removes a file,
 * because quotas, limits and broken disks cannot be queried.
 * @param wantedBytes space that reopening the index may need
 * @returns the reason as the end of a sentence; undefined when it accepts writes
 */
export function diskFault(directory: string, wantedBytes: number): string | undefined {
  const path = join(directory, 'disk-probe');
  try {
    const { bavail, bsize } = statfsSync(directory);
    const wanted = Math.ceil(wantedBytes / 1e6);
    if (bavail * bsize < wantedBytes) {
      return `the disk that holds the index is full: writing resumes when ${wanted} MB are free`;
    }
    const file = openSync(path, 'w');
    try {
      const bytes = new Uint8Array(probeBytes);
      for (let at = 0; at < probeBytes; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return undefined;
  } catch (error) {
    return writeFaultOf(error).text;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Converts a file system error that is retried to a coded error; returns others unchanged. */
export function asDiskError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (isCoded(error) || typeof code !== 'string' || !/^(ENOSPC|EDQUOT|EIO|EROFS|EFBIG)$/.test(code)) return error;
  return new CodedError('index.disk', writeFaultOf(error).text, { datum: code, cause: error });
}
