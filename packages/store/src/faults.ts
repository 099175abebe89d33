import { CodedError } from '@glassblock/primitives';

const damaged = 'the index on disk is damaged';

/** Describes a write failure of an engine or file system for the operator, as the end of a sentence. */
export function writeFaultOf(cause: unknown): { isFull: boolean; text: string } {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const published = `${String(code ?? '')} ${String(message ?? cause)}`;
  if (/ENOSPC|EDQUOT|no space left|quota exceeded/i.test(published)) {
    return { isFull: true, text: 'the disk that holds the index is full: writing resumes when there is room' };
  }
  // LevelDB puts the path in front of the system's message, Node its code, with the call behind
  const reason = String(message ?? cause)
    .replace(/^IO error: (.*: )?/, '')
    .replace(/^E[A-Z0-9]+: (.*), \w+$/, '$1');
  return { isFull: false, text: `the disk refuses writes (${reason}): writing resumes when it accepts them` };
}

/**
 * Returns the error of a failed write.
 * @returns store.write-failed, its datum is whether the disk is full; store.damaged after a compaction read a damaged
 * file
 */
export function writeFailed(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'LEVEL_CORRUPTION') return new CodedError('store.damaged', `${damaged} (${String(message)})`, { cause });
  const { isFull, text } = writeFaultOf(cause);
  return new CodedError('store.write-failed', text, { datum: { isFull }, cause });
}

/**
 * Maps LevelDB's open and read errors to coded errors; returns other errors unchanged.
 * @returns store.locked, store.damaged, store.closed, store.read-failed
 */
export function readFailed(error: unknown, directory: string): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const because = { datum: directory, cause: error };
  switch (code) {
    case 'LEVEL_LOCKED':
      return new CodedError('store.locked', 'another process uses this data directory', because);
    case 'LEVEL_CORRUPTION':
      return new CodedError('store.damaged', `${damaged} (${String(message)})`, because);
    case 'LEVEL_IO_ERROR':
      // the error of a mapped file that is shorter than its own index
      if (/Invalid argument|No such file/.test(String(message))) {
        return new CodedError('store.damaged', `${damaged} (${String(message)})`, because);
      }
      return new CodedError('store.read-failed', `the disk cannot be read: ${String(message)}`, because);
    case 'LEVEL_DATABASE_NOT_OPEN':
    case 'LEVEL_SNAPSHOT_NOT_OPEN':
    case 'LEVEL_ITERATOR_NOT_OPEN':
    case 'LEVEL_ABORTED':
      return new CodedError('store.closed', 'the index was closed while it was read', because);
    default:
      return error;
  }
}
