import { createInterface } from 'node:readline/promises';

/** Where a command talks to its user. */
export interface Terminal {
  /** A line of the result. */
  say(line: string): void;
  /** How far it is: kept apart from the result, and not told too often. */
  progress(line: string): void;
  /** What the user answers; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
}

const progressEveryMs = 2_000;

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
