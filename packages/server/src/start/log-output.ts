import { getSystemErrorMessage } from 'node:util';

/** What a log output writes with. */
export interface LogOutputParts {
  /** Writes bytes of a line. @returns how many were written @throws {Error} of the system */
  write(bytes: Uint8Array): number;
  /** Prints a line elsewhere. */
  complain(line: string): void;
}

/** Destination of a logger. */
export interface LogOutput {
  write(line: string): void;
}

/** While the reader of a non-blocking pipe does not read. */
const retryMs = 10;

/**
 * Creates the destination of log lines, written at once. Lines that cannot be written are dropped, because a full disk
 * below a log file must not end the server: the destination of pino throws from each call of the logger then, and at the
 * exit of the process it retries forever.
 */
export function createLogOutput({ write, complain }: LogOutputParts): LogOutput {
  let isFailing = false;
  return {
    write(line) {
      try {
        writeAll(write, Buffer.from(line));
        isFailing = false;
      } catch (error) {
        const { code, errno } = error as NodeJS.ErrnoException;
        if (errno === undefined) throw error;
        // the reader of the log has ended
        if (!isFailing && code !== 'EPIPE') {
          complain(`glassblock: lines of the log are lost: ${getSystemErrorMessage(errno)} (${code})`);
        }
        isFailing = true;
      }
    },
  };
}

function writeAll(write: LogOutputParts['write'], line: Uint8Array): void {
  for (let rest = line; rest.length > 0; ) {
    try {
      rest = rest.subarray(write(rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
