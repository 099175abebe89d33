import { isCoded } from '@glassblock/primitives';

/** Steps that repeat. */
export interface RepeatedSteps {
  /** The chain has changed: takes a step now. */
  wake(): void;
  /** Ends after the current step. */
  stop(): Promise<void>;
}

/** Options of repeated steps. */
export interface RepeatedStepsOptions {
  step(): Promise<void>;
  /** Called for the first of several expected errors of the node, the index and the disk: the next step tries again. */
  onFailure(error: unknown): void;
  onFatal(error: unknown): void;
}

/** The mempool is small: reading its ids is one call of the node. */
const everyMs = 2_000;

/** Repeats a step that reads the mempool of a Liquid node. */
export function repeatSteps({ step, onFailure, onFatal }: RepeatedStepsOptions): RepeatedSteps {
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> | undefined;
  let timer = setTimeout(wake, everyMs);

  async function run(): Promise<void> {
    try {
      await step();
      isFailing = false;
    } catch (error) {
      if (!isCoded(error) && !isDiskError(error)) throw error;
      if (!isStopped && !isFailing) onFailure(error);
      isFailing = true;
    }
  }

  function wake(): void {
    if (isStopped) return;
    clearTimeout(timer);
    running ??= run()
      .catch(onFatal)
      .finally(() => {
        running = undefined;
        if (!isStopped) timer = setTimeout(wake, everyMs);
      });
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
