import { type Static, Type } from 'typebox';
import { closed, Int, Num } from './terms.ts';

/** `/api/glass/v1/fees/forecast`: rates that confirm within some blocks with some probability. Ours, additive. */
export const FeeForecast = Type.Object(
  {
    /** When it was made, and the height of the tip then: its first block is the next one. */
    time: Int,
    height: Int,
    /** sat/vB that the node asks at least; no rate is below it. */
    minFeeRate: Num,
    /** Seconds of the last day in which inflow was measured: with less than 1,800 a forecast leans on the mempool alone. */
    measuredSeconds: Int,
    /** Mean time between blocks that was counted with. */
    blockSeconds: Num,
    targets: Type.Array(
      Type.Object(
        {
          blocks: Int,
          /** probability: percent; rate: sat/vB, three decimals. */
          rates: Type.Array(Type.Object({ probability: Int, rate: Num }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type FeeForecast = Static<typeof FeeForecast>;

/** How forecasts of one target and probability turned out. */
const Score = Type.Object(
  {
    /** Percent. */
    probability: Int,
    scored: Int,
    right: Int,
    /** right / scored; absent when none is scored. */
    share: Type.Optional(Num),
    /** Of those scored, the ones that named no more than 5 % above the minimum: there was nothing lower to say, so they
     *  are right more often than their probability. */
    atMinimum: Int,
    rightAtMinimum: Int,
    /** Mean of the named rate over the lowest that would have done, of those that were right; absent without one. */
    overpayment: Type.Optional(Num),
  },
  closed,
);

/** `/api/glass/v1/fees/calibration`: how often forecasts were right. A window counts the forecasts whose last block came in
 *  it. Ours, additive. */
export const FeeCalibration = Type.Object(
  {
    windows: Type.Array(
      Type.Object(
        {
          /** 24h, 7d, 30d */
          window: Type.String(),
          seconds: Int,
          targets: Type.Array(Type.Object({ blocks: Int, scores: Type.Array(Score) }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type FeeCalibration = Static<typeof FeeCalibration>;
