import { type Handlers, plain } from '../call.ts';
import * as forecast from './fee-forecast.ts';

/** Handlers of the fee forecast routes. */
export const forecastHandlers = {
  feesForecast: plain((context) => forecast.feeForecast(context)),
  feesCalibration: plain((context) => forecast.feeCalibration(context)),
} satisfies Partial<Handlers>;
