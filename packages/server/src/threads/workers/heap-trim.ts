import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Input of the decision to trim a heap. */
export interface HeapState {
  /** Share of the time since the last check in which the thread had a processor, 0 to 1. */
  utilization: number;
  /** Size of the heap with its free parts. */
  heapBytes: number;
  /** Processor time of the thread, ms. */
  usedMs: number;
  nowMs: number;
}

/** When a heap is trimmed. */
export interface TrimOptions {
  /** Between two trims. */
  minIntervalMs: number;
  /** Utilization up to which the thread counts as idle; default 0.05. */
  maxUtilization?: number | undefined;
  /**
   * Processor time after which the interval does not count, ms. Native batches of LevelDB, and buffers, which are not
   * part of the heap's size, are garbage of the heap too.
   */
  maxUsedMs?: number;
}

/** Of a thread that connects blocks, which fill its young generation again: rarely, except after thirty or a large reorg. */
export const indexTrim: TrimOptions = { minIntervalMs: 600_000, maxUsedMs: 2_000 };

const checkMs = 5_000;
/** A thread that has a processor for less of an interval is idle. */
const maxIdleUtilization = 0.05;
/** Intervals without work before a heap is trimmed: the next request is then unlikely to wait for it. */
const idleChecks = 2;
/** A heap that has grown less since it was last trimmed is not trimmed. */
const minGrowthBytes = 8e6;

/** Returns the function that decides at each check whether the heap is to be trimmed; call `trimmed` after that. */
export function createTrimDecision({
  minIntervalMs,
  maxUtilization = maxIdleUtilization,
  maxUsedMs = Number.POSITIVE_INFINITY,
}: TrimOptions) {
  let idle = 0;
  let last: Omit<HeapState, 'utilization'> | undefined;
  return {
    isDue({ utilization, heapBytes, usedMs, nowMs }: HeapState): boolean {
      idle = utilization <= maxUtilization ? idle + 1 : 0;
      if (idle < idleChecks) return false;
      if (last === undefined || usedMs >= last.usedMs + maxUsedMs) return true;
      return nowMs >= last.nowMs + minIntervalMs && heapBytes >= last.heapBytes + minGrowthBytes;
    },
    trimmed(state: Omit<HeapState, 'utilization'>): void {
      last = state;
    },
  };
}

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Returns V8's collector, which only contexts have that are made after its flag is set. The flag stays set: it belongs to
 * the process, and another thread may be about to make its context.
 */
function collectorOf(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as CollectGarbage;
}

let collect: CollectGarbage | undefined;

/**
 * Returns free parts of this thread's heap to the system. V8 does not do so by itself while a thread is idle: a young
 * generation stays as large as it was, and garbage stays until the next allocation. Takes 40 to 100 ms.
 */
export function trimHeap(): void {
  collect ??= collectorOf();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Trims the heap of this thread when it has become idle after a start or other work. Releases at once the compile cache's
 * data of the modules that the thread has loaded, about 3 MB outside of its heap.
 */
export function trimHeapWhenIdle(options: TrimOptions): void {
  // Node holds the data until the thread ends, or until they are written
  flushCompileCache();
  const { isDue, trimmed } = createTrimDecision(options);
  // not the utilization of the event loop, in which the time counts that the thread waits for a processor
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let before = { usedMs: usedMs(), atMs: performance.now() };
  const check = () => {
    const now = { usedMs: usedMs(), atMs: performance.now() };
    const utilization = (now.usedMs - before.usedMs) / (now.atMs - before.atMs);
    before = now;
    const state = () => ({
      heapBytes: getHeapStatistics().total_heap_size,
      usedMs: usedMs(),
      nowMs: performance.now(),
    });
    if (!isDue({ utilization, ...state() })) return;
    trimHeap();
    const after = state();
    trimmed(after);
    before = { usedMs: after.usedMs, atMs: after.nowMs };
  };
  // the thread ends without waiting for it
  setInterval(check, checkMs).unref();
}
