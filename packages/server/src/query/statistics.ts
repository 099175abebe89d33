import type { StatisticsRow } from '@glassblock/contract';
import type { PoolSample, SampleWindow } from '@glassblock/mempool';
import type { NetworkContext } from '../network-context.ts';

/** Rows of these windows, and live ones, are samples themselves. */
const rawWindows: readonly SampleWindow[] = ['2h', '24h'];
/** Seconds that an answer may be kept. */
const keptSeconds: Partial<Record<SampleWindow, number>> = { '2h': 30, '24h': 60 };
const usualSeconds = 300;

export function presentSample(sample: PoolSample, isRaw = true): StatisticsRow {
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

export async function statistics(
  context: NetworkContext,
  window: SampleWindow,
): Promise<{ rows: StatisticsRow[]; keptSeconds: number }> {
  const samples = await context.samples.list(window, context.now());
  const isRaw = rawWindows.includes(window);
  return {
    rows: samples.map((sample) => presentSample(sample, isRaw)),
    keptSeconds: keptSeconds[window] ?? usualSeconds,
  };
}
