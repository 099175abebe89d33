/** Fee rates are counted in bands of 2.4 %, 96 to each power of ten, from 0.1 to 10,000 sat/vB. What is below belongs to the
 *  first band, what is above to the last one. */
const lowestRate = 0.1;
const bandsOfTen = 96;
export const rateBands = 5 * bandsOfTen + 1;

const lowerBounds = Float64Array.from({ length: rateBands }, (_, band) => lowestRate * 10 ** (band / bandsOfTen));

/** Lower bound of a band, sat/vB. */
export const rateOfBand = (band: number): number => lowerBounds[band]!;

/** The band of a rate: the last one whose lower bound it reaches. */
export function bandOfRate(rate: number): number {
  if (!(rate > lowestRate)) return 0;
  const band = Math.min(rateBands - 1, Math.round(bandsOfTen * Math.log10(rate / lowestRate)));
  return rate < rateOfBand(band) ? band - 1 : band;
}

/** Sums from the top: what each band and all above it hold together. */
export function sumsFromTop(byBand: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(byBand.length);
  let sum = 0;
  for (let band = byBand.length - 1; band >= 0; band--) sums[band] = sum += byBand[band]!;
  return sums;
}
