import { setTimeout as pause } from 'node:timers/promises';

/** Bytes per second of all large bodies of an address. */
const bytesPerSecond = 8_000_000;
/** Bytes of an address that are read without delay, again after as many bytes could have been read. */
const burstBytes = 1_000_000;
const burstMs = (burstBytes * 1_000) / bytesPerSecond;

/** Limits the rate at which the large bodies of each address are read. */
export interface BodyRates {
  /** Counts bytes that have been read. @returns a promise that resolves when more may be read; undefined: at once */
  add(key: string, bytes: number): Promise<void> | undefined;
  /** Number of addresses in memory. */
  readonly size: number;
}

/**
 * Creates the limit. Without it, one client sends bodies at the rate of its network, and each 60 MB of buffers cause a
 * garbage collection that stops the event loop.
 * @param nowMs monotonic clock
 */
export function createBodyRates(nowMs = () => performance.now(), wait = (ms: number) => pause(ms)): BodyRates {
  /** Time at which all counted bytes of an address are paid off, in order of the last count. */
  const paidAtMs = new Map<string, number>();

  function dropPaid(now: number): void {
    for (const [key, endMs] of paidAtMs) {
      if (endMs > now) return;
      paidAtMs.delete(key);
    }
  }

  return {
    add(key, bytes) {
      const now = nowMs();
      dropPaid(now);
      const endMs = Math.max(now, paidAtMs.get(key) ?? 0) + (bytes * 1_000) / bytesPerSecond;
      paidAtMs.delete(key);
      paidAtMs.set(key, endMs);
      const waitMs = endMs - burstMs - now;
      return waitMs > 0 ? wait(waitMs) : undefined;
    },
    get size() {
      return paidAtMs.size;
    },
  };
}
