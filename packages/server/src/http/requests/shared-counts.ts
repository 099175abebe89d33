import { hash, randomBytes } from 'node:crypto';
import type { ConnectionCounts } from './connection-limits.ts';
import type { PointWindows } from './point-windows.ts';

/** Memory of the counts of client addresses, shared by the threads that accept connections. */
export interface SharedCountsMemory {
  readonly words: SharedArrayBuffer;
  /** Secret: clients cannot choose addresses that share a row. */
  readonly seed: string;
  readonly threadCount: number;
}

/** Points and open connections by client address, of all threads together. */
export interface SharedCounts {
  readonly windows: Pick<PointWindows, 'add'>;
  readonly connections: ConnectionCounts;
  /** A thread has ended, and its connections with it. */
  clearThread(thread: number): void;
}

/** A power of two. */
const rowCount = 1 << 16;
/** Number of rows in which an address may be. */
const bucketRows = 16;
/** Words of a row before the open connections of each thread. */
const places = { tag: 0, endMs: 1, points: 2, connections: 3 } as const;
const emptyTag = 0;

const rowWords = (threadCount: number) => places.connections + threadCount;

/** Returns memory for a number of threads: rows of addresses, then the open connections of each thread. */
export function newSharedCounts(threadCount: number): SharedCountsMemory {
  const words = rowCount * rowWords(threadCount) + threadCount;
  return {
    words: new SharedArrayBuffer(words * Int32Array.BYTES_PER_ELEMENT),
    seed: randomBytes(16).toString('hex'),
    threadCount,
  };
}

/** Milliseconds of the machine's monotonic clock, which all threads share, in 32 bits. */
function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return (seconds * 1000 + Math.floor(nanoseconds / 1e6)) | 0;
}

/**
 * Returns the counts as one thread sees them, which counts its own connections. No lock: a thread may end at any
 * instruction. Two threads that start the window of one address at once may lose some of its points.
 * @param thread number of the calling thread
 * @param nowMs monotonic clock of all threads, modulo 2^32
 */
export function sharedCounts(
  { words: memory, seed, threadCount }: SharedCountsMemory,
  thread: number,
  windowMs: number,
  nowMs = clockMs,
): SharedCounts {
  const words = new Int32Array(memory);
  const width = rowWords(threadCount);
  const totals = rowCount * width;

  /** Remaining time of a window; 0: it has ended, perhaps so long ago that the clock has wrapped around. */
  function msLeft(row: number, now: number): number {
    const left = (Atomics.load(words, row + places.endMs) - now) | 0;
    return left > 0 && left <= windowMs ? left : 0;
  }

  function openIn(row: number): number {
    let count = 0;
    for (let i = 0; i < threadCount; i++) count += Atomics.load(words, row + places.connections + i);
    return count;
  }

  /** Returns the row of an address, which may replace the least needed one without connections. */
  function rowOf(key: string, now: number): number {
    const digest = hash('sha1', seed + key, 'buffer');
    const tag = digest.readInt32LE(0) || 1;
    const first = digest.readUInt32LE(4) & (rowCount - 1) & -bucketRows;
    let best = -1;
    let bestLeft = Number.POSITIVE_INFINITY;
    for (let i = 0; i < bucketRows; i++) {
      const row = (first + i) * width;
      const found = Atomics.load(words, row + places.tag);
      if (found === tag) return row;
      if (bestLeft === -1 || openIn(row) > 0) continue;
      const left = found === emptyTag ? -1 : msLeft(row, now);
      if (left < bestLeft) [best, bestLeft] = [row, left];
    }
    // all have open connections: two addresses share one
    if (best === -1) return first * width;
    const replaced = Atomics.load(words, best + places.tag);
    if (Atomics.compareExchange(words, best + places.tag, replaced, tag) === replaced) {
      Atomics.store(words, best + places.endMs, now);
      Atomics.store(words, best + places.points, 0);
    }
    return best;
  }

  return {
    windows: {
      add(key, points) {
        const now = nowMs();
        const row = rowOf(key, now);
        let left = msLeft(row, now);
        if (left === 0) {
          const end = Atomics.load(words, row + places.endMs);
          left = windowMs;
          if (Atomics.compareExchange(words, row + places.endMs, end, (now + windowMs) | 0) === end) {
            Atomics.store(words, row + places.points, 0);
          }
        }
        return { points: Atomics.add(words, row + places.points, points) + points, msLeft: left };
      },
    },
    connections: {
      open(key, perAddress, total) {
        const row = key === undefined ? undefined : rowOf(key, nowMs());
        const own = row === undefined ? undefined : row + places.connections + thread;
        if (own !== undefined) Atomics.add(words, own, 1);
        Atomics.add(words, totals + thread, 1);
        const close = () => {
          if (own !== undefined) Atomics.sub(words, own, 1);
          Atomics.sub(words, totals + thread, 1);
        };
        let all = 0;
        for (let i = 0; i < threadCount; i++) all += Atomics.load(words, totals + i);
        if (all <= total && (row === undefined || openIn(row) <= perAddress)) return close;
        close();
        return undefined;
      },
    },
    clearThread(ended) {
      for (let row = 0; row < totals; row += width) Atomics.store(words, row + places.connections + ended, 0);
      Atomics.store(words, totals + ended, 0);
    },
  };
}
