import { endpoint, tagged } from '../endpoint.ts';
import * as shape from '../shapes/forecast-shapes.ts';

/** Our own forecast of fee rates, and how often it was right. */
export const forecast = tagged('Fees', {
  feesForecast: endpoint({
    id: 'feesForecast',
    path: '/api/glass/v1/fees/forecast',
    summary: 'Rates that confirm within 1 to 144 blocks with 50, 80 and 95 percent probability (`docs/fees.md`).',
    answer: shape.FeeForecast,
    errors: ['fees.no-forecast'],
    cache: 'short',
  }),
  feesCalibration: endpoint({
    id: 'feesCalibration',
    path: '/api/glass/v1/fees/calibration',
    summary: 'How often forecasts were right, and what they overpaid, over a day, a week and a month.',
    answer: shape.FeeCalibration,
    cache: 'expires-60',
  }),
});
