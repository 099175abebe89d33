import * as forecast from '../../query/fee-forecast.ts';
import { type Handlers, plain } from '../call.ts';

/** Handlers of the fee forecast routes. */
export const forecastHandlers = {
  feesForecast: plain((context) => forecast.feeForecast(context)),
  feesCalibration: plain((context) => forecast.feeCalibration(context)),
} satisfies Partial<Handlers>;
