import type { MempoolAt } from '@glassblock/contract';
import { feeBands, recommendedFees } from '@glassblock/mempool';
import { CodedError } from '@glassblock/primitives';
import type { RecordingContext } from '../../recording/recording-context.ts';

/**
 * Returns the mempool at the last minute up to a time.
 * @param wanted Unix seconds
 * @throws {CodedError} mempool.no-summary
 */
export async function mempoolAt(context: RecordingContext, wanted: number): Promise<MempoolAt> {
  const summary = await context.summaries.at(wanted);
  if (summary === undefined) throw new CodedError('mempool.no-summary', 'no data for that time', { datum: wanted });
  const { time, height, info, blocks, vBytesPerSecond, vsizes } = summary;
  return {
    time,
    height,
    mempoolInfo: info,
    'mempool-blocks': blocks,
    fees: recommendedFees(blocks, Math.round(info.mempoolminfee * 1e8), 'precise'),
    vBytesPerSecond,
    bands: feeBands.map((feerate, i) => ({ feerate, vsize: Math.round(vsizes[i] ?? 0) })),
  };
}
