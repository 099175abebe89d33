/** A read that takes longer has waited for the disk, ms. */
const slowReadMs = 2;
/** After such a read the thread pool reads for this long, ms. */
const pauseMs = 100;
/** One in this many reads is left to the thread pool: a chain of reads would block all other work of the event loop. */
const yieldEvery = 200;

/**
 * Decides whether small reads of files and tables are made in the calling thread. From a cache such a read takes a few
 * microseconds, in the thread pool 60 to 80; a read from a disk would block the thread for milliseconds.
 */
export interface ReadMode {
  /** Call before each read. False for a while after a slow read, and once in 200 reads. */
  isSync(): boolean;
  /** Runs a read in the calling thread and measures it. */
  measure<T>(read: () => T): T;
}

/** Creates the mode of one source of data. @param nowMs monotonic clock */
export function createReadMode(nowMs: () => number): ReadMode {
  let asyncUntil = Number.NEGATIVE_INFINITY;
  let reads = 0;
  return {
    isSync: () => nowMs() >= asyncUntil && ++reads % yieldEvery !== 0,
    measure(read) {
      const start = nowMs();
      const value = read();
      const end = nowMs();
      if (end - start > slowReadMs) asyncUntil = end + pauseMs;
      return value;
    },
  };
}
