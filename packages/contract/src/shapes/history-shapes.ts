import { type Static, Type } from 'typebox';
import { MempoolBlock, MempoolInfo, RecommendedFees } from './shapes.ts';
import { Int, Num } from './terms.ts';

/** `/api/glass/v1/mempool/at/:time`: the mempool at a minute. A Glassblock extension. */
export const MempoolAt = Type.Object(
  {
    /** When it was so: at most ten minutes before the time that was asked for. */
    time: Int,
    /** Height of the chain then. */
    height: Int,
    mempoolInfo: MempoolInfo,
    'mempool-blocks': Type.Array(MempoolBlock),
    fees: RecommendedFees,
    vBytesPerSecond: Num,
    /** vB by effective rate: `feerate` (sat/vB) up to that of the next one. */
    bands: Type.Array(Type.Object({ feerate: Num, vsize: Int }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type MempoolAt = Static<typeof MempoolAt>;
