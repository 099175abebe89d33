import * as forecast from '../../query/fee-forecast.ts';
import { type Handler, plain } from '../call.ts';

export const forecastHandlers = {
  feesForecast: plain((context) => forecast.feeForecast(context)),
  feesCalibration: plain((context) => forecast.feeCalibration(context)),
} satisfies Record<string, Handler>;
