import { getSystemErrorMessage } from 'node:util';
import { isCoded } from '@glassblock/primitives';

/** Returns the lines that explain why the process ends: a sentence for expected failures and those of the file system, else a stack. */
export function explainError(error: unknown): string[] {
  if (isCoded(error)) return error.message.split('\n').map((line) => `glassblock: ${line}`);
  const { path, syscall, code, errno } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // whichever file was next
  if (code === 'EMFILE') {
    return ['glassblock: the limit of open files is too low: raise it (ulimit -n 4096, or LimitNOFILE= of systemd)'];
  }
  if (path !== undefined && syscall !== undefined && errno !== undefined) {
    return [`glassblock: "${path}": ${getSystemErrorMessage(errno)} (${syscall}, ${code})`];
  }
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
