/** Runs tasks with limits. Keys that wait take turns, so that one with many tasks does not delay the others. */
export interface FairLimit {
  /** @returns the task's result; undefined when too many tasks wait */
  run<T>(key: string, task: () => Promise<T>): Promise<T> | undefined;
  /** Returns true while a task waits although few of its key run: tasks of other keys have all places. */
  isCrowded(): boolean;
}

/** Maxima; absent: no limit. */
export interface FairLimits {
  /** Tasks that run at the same time. */
  running?: number;
  runningPerKey?: number;
  /** Tasks that wait. */
  waiting?: number;
  waitingPerKey?: number;
}

/** Creates a limit without tasks. */
export function createFairLimit({
  running: maxRunning = Number.POSITIVE_INFINITY,
  runningPerKey = Number.POSITIVE_INFINITY,
  waiting: maxWaiting = Number.POSITIVE_INFINITY,
  waitingPerKey = Number.POSITIVE_INFINITY,
}: FairLimits): FairLimit {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const runningOf = new Map<string, number>();
  let waitingCount = 0;
  let running = 0;

  const hasRoom = (key: string) => running < maxRunning && (runningOf.get(key) ?? 0) < runningPerKey;

  function enter(key: string): void {
    running++;
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1);
  }

  function leave(key: string): void {
    running--;
    const left = (runningOf.get(key) ?? 1) - 1;
    if (left === 0) runningOf.delete(key);
    else runningOf.set(key, left);
  }

  function startNext(): void {
    for (const [key, starts] of waiting) {
      if (running >= maxRunning) return;
      if (!hasRoom(key)) continue;
      waiting.delete(key);
      const start = starts.shift();
      if (starts.length > 0) waiting.set(key, starts);
      waitingCount--;
      enter(key);
      start?.();
      return;
    }
  }

  function wait(key: string, starts: (() => void)[]): Promise<void> {
    waitingCount++;
    waiting.set(key, starts);
    return new Promise((start) => starts.push(start));
  }

  async function runNow<T>(key: string, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } finally {
      leave(key);
      startNext();
    }
  }

  return {
    isCrowded: () =>
      running >= maxRunning && [...waiting.keys()].some((key) => (runningOf.get(key) ?? 0) < runningPerKey),
    run(key, task) {
      if (hasRoom(key)) {
        enter(key);
        return runNow(key, task);
      }
      const starts = waiting.get(key) ?? [];
      if (waitingCount >= maxWaiting || starts.length >= waitingPerKey) return undefined;
      return wait(key, starts).then(() => runNow(key, task));
    },
  };
}
