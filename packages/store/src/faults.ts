import { CodedError } from '@glassblock/primitives';

/** What an engine's or a file system's refusal to write means to the one who runs this, as the end of a sentence. */
export function writeFaultOf(cause: unknown): { isFull: boolean; text: string } {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const published = `${String(code ?? '')} ${String(message ?? cause)}`;
  if (/ENOSPC|EDQUOT|no space left|quota exceeded/i.test(published)) {
    return { isFull: true, text: 'the disk that holds the index is full: nothing is written until there is room' };
  }
  // LevelDB puts the path in front of the system's words
  const reason = String(message ?? cause).replace(/^IO error: (.*: )?/, '');
  return { isFull: false, text: `the disk refuses to be written (${reason}): nothing is written until it does` };
}

/** @returns store.write-failed; its datum tells whether the disk is full */
export function writeFailed(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const { isFull, text } = writeFaultOf(cause);
  return new CodedError('store.write-failed', text, { datum: { isFull }, cause });
}

const damaged = 'the index on disk is damaged: run "glassblock index rebuild" to make it anew';

/** What LevelDB answered while it was opened or read, in our words; errors of other kinds stay as they are.
 *  @returns store.locked, store.damaged, store.closed, store.read-failed */
export function readFailed(error: unknown, directory: string): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const because = { datum: directory, cause: error };
  switch (code) {
    case 'LEVEL_LOCKED':
      return new CodedError('store.locked', 'another process uses this data directory', because);
    case 'LEVEL_CORRUPTION':
      return new CodedError('store.damaged', `${damaged} (${String(message)})`, because);
    case 'LEVEL_IO_ERROR':
      // a mapped file that ends before its own index says so answers like this
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
