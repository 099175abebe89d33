import type { ElementsCourse } from './elements-course.ts';

/** Runs the course of a simulated Elements chain by the clock. */
export interface ElementsPulse {
  /** Adds recent blocks with confidential transactions, one transaction at a time. */
  finishPast(): Promise<void>;
  /** Starts transactions and blocks, now or once the past is finished. */
  run(): void;
  stop(): void;
}

const txsPerBlock = 3;
/** Confidential blocks of an unfinished past. */
const recentBlocks = 5;
/** Between two of their transactions: the thread also serves the parent chain. */
const restMs = 20;

/** Options of the pulse. */
export interface ElementsPulseOptions {
  meanBlockSeconds: number;
  /** Blocks wait for `finishPast`. */
  isPastUnfinished: boolean;
  /** Unix seconds. */
  now(): number;
}

/** Creates the pulse of a course. */
export function createElementsPulse(
  course: ElementsCourse,
  { meanBlockSeconds, isPastUnfinished, now }: ElementsPulseOptions,
): ElementsPulse {
  let timers: NodeJS.Timeout[] = [];
  let isFinished = !isPastUnfinished;
  let [isRunning, isStopped] = [false, false];

  function start(): void {
    if (!isRunning || !isFinished) return;
    timers = [
      setInterval(() => course.stepMempool(), (meanBlockSeconds / txsPerBlock) * 1000),
      setInterval(() => course.mine(now()), meanBlockSeconds * 1000),
    ];
  }

  return {
    async finishPast() {
      if (isFinished) return;
      const end = now();
      for (let left = recentBlocks; left > 0 && !isStopped; left--) {
        for (let txs = txsPerBlock; txs > 0 && !isStopped; txs--) {
          course.stepMempool();
          await new Promise((resolve) => setTimeout(resolve, restMs));
        }
        course.mine(end - left * meanBlockSeconds);
      }
      isFinished = true;
      start();
    },
    run() {
      [isRunning, isStopped] = [true, false];
      start();
    },
    stop() {
      [isRunning, isStopped] = [false, true];
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}
