/**
 * Fee rates are counted in bands of 2.4 %, 96 per power of ten, from 0.1 to 10,000 sat/vB. Lower ones belong to the
 * first band, higher ones to the last.
 */
const lowestRate = 0.1;
const bandsOfTen = 96;
/** Number of fee rate bands. */
export const rateBands = 5 * bandsOfTen + 1;

const lowerBounds = Float64Array.from({ length: rateBands }, (_, band) => lowestRate * 10 ** (band / bandsOfTen));

/** Returns the lower bound of a band, sat/vB. */
export const rateOfBand = (band: number): number => lowerBounds[band]!;

/** Returns the band of a fee rate: the last one whose lower bound it reaches. */
export function bandOfRate(rate: number): number {
  if (!(rate > lowestRate)) return 0;
  const band = Math.min(rateBands - 1, Math.round(bandsOfTen * Math.log10(rate / lowestRate)));
  return rate < rateOfBand(band) ? band - 1 : band;
}

/** Returns cumulative sums from the highest band. */
export function sumsFromTop(byBand: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(byBand.length);
  let sum = 0;
  for (let band = byBand.length - 1; band >= 0; band--) sums[band] = sum += byBand[band]!;
  return sums;
}
