import { type Static, Type } from 'typebox';
import { MempoolBlock, MempoolInfo, RecommendedFees } from './shapes.ts';
import { Int, Num } from './terms.ts';

/*
 * Wire shapes of mempool snapshots. Each exported type is the static type of the schema of the same name.
 */

/** `/api/glass/v1/mempool/at/:time`: the mempool at a past minute. A Glassblock extension. */
export const MempoolAt = Type.Object(
  {
    /** Unix seconds of the snapshot, at most ten minutes before the requested time. */
    time: Int,
    /** Tip height at that time. */
    height: Int,
    mempoolInfo: MempoolInfo,
    'mempool-blocks': Type.Array(MempoolBlock),
    fees: RecommendedFees,
    vBytesPerSecond: Num,
    /** vB by effective fee rate: each band runs from `feerate` (sat/vB) to that of the next band. */
    bands: Type.Array(Type.Object({ feerate: Num, vsize: Int }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type MempoolAt = Static<typeof MempoolAt>;
