import type { FeeCalibration, FeeForecast } from '@glassblock/contract';
import { type CalibrationWindow, forecastProbabilities, forecastTargets } from '@glassblock/mempool/forecast';
import { CodedError } from '@glassblock/primitives';
import { cachedAnswer, cachedPerOwner } from '../../concurrency/cached-answer.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

/**
 * Returns the current forecast.
 * @throws {CodedError} fees.no-forecast
 */
export function feeForecast(context: RecordingContext): FeeForecast {
  const forecast = context.forecasts.current();
  if (forecast === undefined) throw new CodedError('fees.no-forecast', 'no forecast yet');
  const { time, height, minFeeRate, measuredSeconds, blockSeconds, rates } = forecast;
  return {
    time,
    height,
    minFeeRate,
    measuredSeconds: Math.floor(measuredSeconds),
    blockSeconds: Math.round(blockSeconds * 10) / 10,
    targets: forecastTargets.map((blocks, target) => ({
      blocks,
      rates: forecastProbabilities.map((probability, i) => ({ probability, rate: rates[target]![i]! })),
    })),
  };
}

const ttlSeconds = 60;
const stored = cachedPerOwner((context: NetworkInfo & RecordingContext) =>
  cachedAnswer(ttlSeconds, context.now, async () => presentCalibration(await context.forecasts.calibration())),
);

/** Returns the calibration, computed at most once a minute: it reads a month of data. */
export const feeCalibration = (context: NetworkInfo & RecordingContext): Promise<FeeCalibration> =>
  stored(context).get();

function presentCalibration(windows: readonly CalibrationWindow[]): FeeCalibration {
  return {
    windows: windows.map(({ name, seconds, scores }) => ({
      window: name,
      seconds,
      targets: forecastTargets.map((blocks, target) => ({
        blocks,
        scores: forecastProbabilities.map((probability, i) => {
          const { overpayment, ...counts } = scores[target]![i]!;
          const { scored, right } = counts;
          return {
            probability,
            ...counts,
            ...(scored === 0 ? {} : { share: rounded(right / scored) }),
            ...(overpayment === undefined ? {} : { overpayment: rounded(overpayment) }),
          };
        }),
      })),
    })),
  };
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
