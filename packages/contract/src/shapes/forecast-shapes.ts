import { type Static, Type } from 'typebox';
import { closed, Int, Num } from './terms.ts';

/*
 * Wire shapes of the fee rate forecast. Each exported type is the static type of the schema of the same name.
 */

/**
 * `/api/glass/v1/fees/forecast`: fee rates that confirm within a number of blocks with a given probability. A
 * Glassblock extension.
 */
export const FeeForecast = Type.Object(
  {
    /** Unix seconds of the forecast, and the tip height at that time; the first forecast block is the next one. */
    time: Int,
    height: Int,
    /** Minimum fee rate of the node in sat/vB; no forecast is lower. */
    minFeeRate: Num,
    /** Seconds of the last day with measured inflow; below 1,800 the forecast uses the mempool alone. */
    measuredSeconds: Int,
    /** Mean block interval used, in seconds. */
    blockSeconds: Num,
    targets: Type.Array(
      Type.Object(
        {
          blocks: Int,
          /** `probability` in percent; `rate` in sat/vB, three decimals. */
          rates: Type.Array(Type.Object({ probability: Int, rate: Num }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type FeeForecast = Static<typeof FeeForecast>;

/** Accuracy of the forecasts for one target and probability. */
const Score = Type.Object(
  {
    /** Percent. */
    probability: Int,
    scored: Int,
    right: Int,
    /** right / scored; absent when none is scored. */
    share: Type.Optional(Num),
    /**
     * Scored forecasts of at most 5 % above the minimum fee rate. No lower fee rate was possible, so they are right
     * more often than their probability.
     */
    atMinimum: Int,
    rightAtMinimum: Int,
    /**
     * Mean ratio of the forecast to the lowest sufficient fee rate, over the forecasts that were right; absent when
     * none was.
     */
    overpayment: Type.Optional(Num),
  },
  closed,
);

/**
 * `/api/glass/v1/fees/calibration`: accuracy of past forecasts. A window counts the forecasts whose last target block
 * was mined in it. A Glassblock extension.
 */
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
