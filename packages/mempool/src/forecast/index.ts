/**
 * Forecast of fee rates: which rate confirms within how many blocks with which probability, and how often that was right.
 * Apart from the pool's engine, because the engine only gathers what goes in (`InflowMeter`, bands) and the rest runs where
 * answers are made.
 *
 *     const { forecast } = createForecaster();
 *     const rates = forecast({ poolWeights, inflow: meter.state(now), minimumRate }, blockSeconds);
 *     await log.addForecast({ time, height, minimumRate, rates });
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
