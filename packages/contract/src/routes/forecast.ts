import { endpoint, tagged } from '../endpoint.ts';
import * as shape from '../shapes/forecast-shapes.ts';

/** Glassblock's fee rate forecast and its accuracy. */
export const forecast = tagged('Fees', {
  feesForecast: endpoint({
    id: 'feesForecast',
    path: '/api/glass/v1/fees/forecast',
    summary: 'Fee rates that confirm within 1 to 144 blocks with 50, 80 and 95 percent probability (`docs/fees.md`).',
    answer: shape.FeeForecast,
    errors: ['fees.no-forecast'],
    cache: 'short',
  }),
  feesCalibration: endpoint({
    id: 'feesCalibration',
    path: '/api/glass/v1/fees/calibration',
    summary: 'Accuracy and overpayment of past forecasts over a day, a week and a month.',
    answer: shape.FeeCalibration,
    cache: 'expires-60',
  }),
});
