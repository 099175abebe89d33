import { createInterface } from 'node:readline/promises';

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

/** Creates the terminal of this process. */
export function createTerminal(): Terminal {
  let published = performance.now();
  return {
    say: (line) => process.stdout.write(`${line}\n`),
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
