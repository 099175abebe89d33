import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import { CodedError } from '@glassblock/primitives';

/** Output and input of a command. */
export interface Terminal {
  /** Prints a line of the result. */
  say(line: string): void;
  /** Reports progress, separate from the result and rate-limited. */
  progress(line: string): void;
  /** Asks the user; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
}

/** Formats bytes as megabytes. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const progressEveryMs = 2_000;

/**
 * Creates the terminal of this process.
 * @param output without an argument standard output, which is opened with the first line
 */
export function createTerminal(output?: Writable): Terminal {
  let published = performance.now();
  let results: Writable | undefined;
  return {
    say(line) {
      results ??= (output ?? process.stdout).on('error', onOutputError);
      results.write(`${line}\n`);
    },
    progress(line) {
      if (performance.now() - published < progressEveryMs) return;
      published = performance.now();
      process.stderr.write(`${line}\n`);
    },
    async ask(question) {
      if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(question)).trim();
      } finally {
        lines.close();
      }
    },
  };
}

/** A reader that has enough, such as `head`, does not end the work of a command. */
function onOutputError(error: Error): void {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  throw new CodedError('cli.output', `the result cannot be written: ${error.message}`, { cause: error });
}
