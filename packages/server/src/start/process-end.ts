/** Functions that end a process. */
export interface ProcessEndParts {
  /** Prints a line. */
  complain(line: string): void;
  /** Reports a step that failed. */
  explain(error: unknown): void;
  exit(code: number): void;
  /** Ends the process at once. */
  kill(): void;
  /** Calls a function after a time, if the process still runs. */
  later(call: () => void, ms: number): void;
}

/** The end of a process, in steps. */
export interface ProcessEnd {
  readonly isEnding: boolean;
  /** Adds a step. Steps run in reverse order. @param ms that it may take beyond the usual time */
  add(step: () => Promise<void>, ms?: number): void;
  /** Runs the steps, also when one fails, and exits; the second call does nothing. */
  end(code: number): Promise<void>;
}

/** A stop that takes longer is ended by force. */
const maxStopMs = 15_000;

/** Creates the end of a process without steps. */
export function createProcessEnd({ complain, explain, exit, kill, later }: ProcessEndParts): ProcessEnd {
  const steps: (() => Promise<void>)[] = [];
  let moreMs = 0;
  let isEnding = false;
  return {
    get isEnding() {
      return isEnding;
    },
    add(step, ms = 0) {
      steps.push(step);
      moreMs += ms;
    },
    async end(code) {
      if (isEnding) return;
      isEnding = true;
      later(() => {
        complain('glassblock: the stop took too long and was forced');
        kill();
      }, maxStopMs + moreMs);
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          explain(error);
        }
      }
      exit(code);
    },
  };
}
