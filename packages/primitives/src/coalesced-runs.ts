/** Work that runs once at a time. */
export interface CoalescedRuns {
  /**
   * Runs the work; during a run, once more after it.
   * @returns a promise that resolves when no run is due, and rejects with the error of a run: the next request runs again
   */
  request(): Promise<void>;
  /** Resolves when no run is due, also after an error. */
  settled(): Promise<void>;
}

/** Creates runs of `work`, none of which starts within the call of `request`. */
export function coalesceRuns(work: () => Promise<void>): CoalescedRuns {
  let isRequested = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (isRequested) {
        isRequested = false;
        await work();
      }
    } finally {
      // in the same turn as the last check: a request after it starts a new run
      running = undefined;
    }
  }

  return {
    request() {
      isRequested = true;
      running ??= Promise.resolve().then(run);
      return running;
    },
    async settled() {
      await Promise.allSettled([running]);
    },
  };
}
