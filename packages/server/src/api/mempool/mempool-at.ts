import type { MempoolAt } from '@glassblock/contract';
import { feeBands, recommendedFees } from '@glassblock/mempool';
import { CodedError } from '@glassblock/primitives';
import type { RecordingContext } from '../../recording/recording-context.ts';

/** Form and scale of the fee rates of a network. */
interface FeeScale {
  /** Form of recommended fee rates. */
  form: Parameters<typeof recommendedFees>[2];
  /** Bounds of fee bands are divided by it. */
  bandDivisor: number;
}

const bitcoinScale: FeeScale = { form: 'precise', bandDivisor: 1 };

/**
 * Returns the mempool at the last minute up to a time.
 * @param wanted Unix seconds
 * @throws {CodedError} mempool.no-summary
 */
export async function mempoolAt(
  context: { summaries: Pick<RecordingContext['summaries'], 'at'> },
  wanted: number,
  { form, bandDivisor } = bitcoinScale,
): Promise<MempoolAt> {
  const summary = await context.summaries.at(wanted);
  if (summary === undefined) throw new CodedError('mempool.no-summary', 'no data for that time', { datum: wanted });
  const { time, height, info, blocks, vBytesPerSecond, vsizes } = summary;
  return {
    time,
    height,
    mempoolInfo: info,
    'mempool-blocks': blocks,
    fees: recommendedFees(blocks, Math.round(info.mempoolminfee * 1e8), form),
    vBytesPerSecond,
    bands: feeBands.map((bound, i) => ({ feerate: bound / bandDivisor, vsize: Math.round(vsizes[i] ?? 0) })),
  };
}
