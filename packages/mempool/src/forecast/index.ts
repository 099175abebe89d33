/**
 * Fee rate forecast: fee rates that confirm within a number of blocks with a given probability, and their past
 * accuracy. Separate from the engine, which only collects the input (`InflowMeter`, bands). Example:
 *     const { forecast } = createForecaster();
 *     const rates = forecast({ mempoolWeights, inflow: meter.state(now), minFeeRate }, blockSeconds);
 *     await log.addForecast({ time, height, minFeeRate, rates });
 */
export type { CalibrationWindow } from './calibration.ts';
export { entryRate } from './entry-rate.ts';
export {
  createForecaster,
  type Forecaster,
  type ForecastInputs,
  type ForecastRates,
  forecastProbabilities,
  forecastTargets,
} from './forecast.ts';
export { blockIdBytes, type StoredForecast } from './forecast-bytes.ts';
export { type ForecastLog, openForecastLog } from './forecast-log.ts';
export { createInflowMeter, type Inflow, type InflowMeter } from './inflow-meter.ts';
export { bandOfRate, rateBands, rateOfBand } from './rate-bands.ts';
