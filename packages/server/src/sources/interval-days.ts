/** Days of the intervals of list and chart routes; `all` has none. */
export const intervalDays: Readonly<Record<string, number>> = {
  '24h': 1,
  '3d': 3,
  '1w': 7,
  '1m': 30,
  '3m': 91,
  '6m': 182,
  '1y': 365,
  '2y': 730,
  '3y': 1_095,
  '4y': 1_461,
};
