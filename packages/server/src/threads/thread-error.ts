import type { MessagePort } from 'node:worker_threads';
import { CodedError, isCoded } from '@glassblock/primitives';

/** An error as a message: a structured clone of it has no code and no path. */
export interface ThreadError {
  message: string;
  stack: string | undefined;
  isCoded: boolean;
  /** Those of an error of the file system, or only the code. */
  details: Pick<NodeJS.ErrnoException, 'code' | 'errno' | 'path' | 'syscall'>;
}

/** An unexpected error of a thread, which waits for its stop. */
export interface ThreadFailure {
  type: 'failed';
  error: ThreadError;
}

/** Returns the message about an unexpected error. */
export function threadFailure(error: unknown): ThreadFailure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const { code, errno, path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const given = Object.entries({ code, errno, path, syscall }).filter(([, value]) => value !== undefined);
  return { type: 'failed', error: { message, stack, isCoded: isCoded(error), details: Object.fromEntries(given) } };
}

/** Returns the error of a message. */
export function errorOfThread({ message, stack, isCoded: coded, details }: ThreadError): Error {
  if (coded) return new CodedError(details.code!, message);
  return Object.assign(new Error(message), details, stack === undefined ? {} : { stack });
}

/**
 * Reports uncaught errors of this thread instead of ending it: a thread that ends with open ZMQ sockets aborts the process
 * before the error is shown. The main thread stops it.
 */
export function reportUncaught(port: MessagePort): void {
  process.on('uncaughtException', (error) => port.postMessage(threadFailure(error)));
}
