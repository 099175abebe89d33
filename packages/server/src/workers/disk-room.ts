import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { writeFaultOf } from '@glassblock/store';

const probeBytes = 8 * 1024 * 1024;

/**
 * Whether a disk that refused to be written takes writes again: asks for free space, then writes a file and takes it away, because
 * quotas, limits and broken disks have no figure to ask for.
 * @param wantedBytes  room that opening the index anew may need
 * @returns why not, as the end of a sentence; undefined when it does
 */
export function diskFault(directory: string, wantedBytes: number): string | undefined {
  const path = join(directory, 'disk-probe');
  try {
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < wantedBytes) return writeFaultOf(new Error('ENOSPC')).text;
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

/** A file system's own refusal as the coded error that is waited out; other errors as they are. */
export function asDiskError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (isCoded(error) || typeof code !== 'string' || !/^(ENOSPC|EDQUOT|EIO|EROFS|EFBIG)$/.test(code)) return error;
  return new CodedError('index.disk', writeFaultOf(error).text, { datum: code, cause: error });
}
