import { bandOfRate, createInflowMeter, type ForecastInputs, rateBands } from '@glassblock/mempool/forecast';
import type { NetworkContext } from '../../src/network/network-context.ts';
import { forecastSourceOf } from '../../src/recording/forecast-source.ts';
import { type Forecasting, type ForecastSource, openForecasting } from '../../src/recording/forecasting.ts';

/** A mempool of one and a half blocks at 10 sat/vB, without inflow for two hours. */
export function forecastInputs(now: number): ForecastInputs {
  const mempoolWeights = new Float64Array(rateBands);
  mempoolWeights[bandOfRate(10)] = 6_000_000;
  const meter = createInflowMeter();
  meter.resume(now - 7_200);
  return { mempoolWeights, inflow: meter.state(now), minFeeRate: 1 };
}

/**
 * Replaces the forecasting of a running network, with a synthetic mempool and clock.
 * @param directory undefined: in memory
 */
export async function takeOverForecasts(context: NetworkContext, clock: { now: number }, directory?: string) {
  const source: ForecastSource = forecastSourceOf(context, async () => forecastInputs(clock.now));
  const forecasting: Forecasting = await openForecasting(directory, () => clock.now);
  Object.assign(context, { forecasts: forecasting });
  return { forecasting, source };
}
