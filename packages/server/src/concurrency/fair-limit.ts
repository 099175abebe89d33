/** Runs tasks with a limit. Keys that wait take turns, so that one with many tasks does not delay the others. */
export interface FairLimit {
  /** @returns the task's result; undefined when too many tasks wait */
  run<T>(key: string, task: () => Promise<T>): Promise<T> | undefined;
}

/**
 * @param maxRunning tasks at the same time
 * @param maxWaiting tasks of all keys that wait
 */
export function createFairLimit(maxRunning: number, maxWaiting: number): FairLimit {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  function startNext(): void {
    const turn = waiting.entries().next();
    if (turn.done === true) return;
    const [key, starts] = turn.value;
    waiting.delete(key);
    const start = starts.shift();
    if (starts.length > 0) waiting.set(key, starts);
    waitingCount--;
    running++;
    start?.();
  }

  function wait(key: string): Promise<void> {
    waitingCount++;
    return new Promise((start) => {
      const starts = waiting.get(key);
      if (starts === undefined) waiting.set(key, [start]);
      else starts.push(start);
    });
  }

  async function runNow<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } finally {
      running--;
      startNext();
    }
  }

  return {
    run(key, task) {
      if (running < maxRunning) {
        running++;
        return runNow(task);
      }
      if (waitingCount >= maxWaiting) return undefined;
      return wait(key).then(() => runNow(task));
    },
  };
}
