import type { StatisticsRow } from '@glassblock/contract';
import type { MempoolSample, SampleWindow } from '@glassblock/mempool';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

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

/** Returns the samples of a window and their cache lifetime. */
export async function statistics(
  context: Pick<NetworkInfo, 'now'> & Pick<RecordingContext, 'samples'>,
  window: SampleWindow,
): Promise<{ rows: StatisticsRow[]; ttlSeconds: number }> {
  const samples = await context.samples.list(window, context.now());
  const isRaw = rawWindows.includes(window);
  return {
    rows: samples.map((sample) => presentSample(sample, isRaw)),
    ttlSeconds: ttlSeconds[window] ?? defaultSeconds,
  };
}
