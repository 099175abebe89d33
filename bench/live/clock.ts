import type { RecordableHistogram } from 'node:perf_hooks';

/**
 * Returns milliseconds of a clock shared by all processes of this machine (the origin of `performance.now` is per
 * process).
 */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Percentiles of one kind of latency, in milliseconds. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** @param histogram in microseconds */
export function timesOf(histogram: RecordableHistogram): Times {
  const ms = (microseconds: number) => (histogram.count === 0 ? 0 : microseconds / 1_000);
  const { count, max } = histogram;
  return { count, p50: ms(histogram.percentile(50)), p99: ms(histogram.percentile(99)), max: ms(max) };
}

/** Converts milliseconds to integer microseconds of at least 1, as histograms require. */
export const microsecondsOf = (ms: number): number => Math.max(1, Math.round(ms * 1_000));

/** Formats percentiles for output. */
export const timesText = ({ count, p50, p99, max }: Times): string =>
  count === 0 ? 'none' : `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(0)} ms (${count})`;
