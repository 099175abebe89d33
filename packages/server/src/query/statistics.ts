import type { StatisticsRow } from '@glassblock/contract';
import { type MempoolSample, type SampleWindow, sampleWindows } from '@glassblock/mempool';
import { CodedError } from '@glassblock/primitives';
import type { NetworkContext } from '../network-context.ts';

/** Rows of these windows, and live ones, are individual samples. */
const rawWindows: readonly SampleWindow[] = ['2h', '24h'];
/** Cache lifetime of answers, seconds. */
const ttlSeconds: Partial<Record<SampleWindow, number>> = { '2h': 30, '24h': 60 };
const defaultSeconds = 300;

/** Converts a sample to its wire form. */
export function presentSample(sample: MempoolSample, isRaw = true): StatisticsRow {
  const { added, count, vBytesPerSecond, weight, totalFee, minFee, vsizes } = sample;
  return {
    added,
    count: Math.round(count),
    vbytes_per_second: Math.round(vBytesPerSecond),
    ...(isRaw ? { mempool_byte_weight: Math.round(weight), total_fee: Math.round(totalFee) } : {}),
    min_fee: minFee,
    vsizes: vsizes.map(Math.round),
  };
}

/**
 * Returns the samples of a window.
 * @throws {CodedError} v1.statistics
 */
export async function statistics(
  context: NetworkContext,
  text: string | undefined,
): Promise<{ rows: StatisticsRow[]; ttlSeconds: number }> {
  const window = sampleWindows.find((one) => one === text);
  if (window === undefined) throw new CodedError('v1.statistics', 'no such window', { datum: text });
  const samples = await context.samples.list(window, context.now());
  const isRaw = rawWindows.includes(window);
  return {
    rows: samples.map((sample) => presentSample(sample, isRaw)),
    ttlSeconds: ttlSeconds[window] ?? defaultSeconds,
  };
}
