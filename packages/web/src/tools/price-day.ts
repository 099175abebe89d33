import { type PriceHistory, priceAt } from '../data/price-history.ts';

/** The UTC day that the first price is of. */
export const firstPriceDay = '2010-07-19';

/** Seconds in a day. */
const dayLength = 86_400;

/** The UTC day of a time, `2015-06-30`. @param time ms */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first second of a UTC day, Unix seconds; NaN for a day that does not exist. */
const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** The last second of a UTC day, Unix seconds. */
export const endOfDay = (day: string): number => startOfDay(day) + dayLength - 1;

/**
 * Returns the past day in a URL. @param asked value of `?date=`; null without one @param now ms @returns a UTC day from
 * the first one with a price to yesterday; undefined for today and for invalid values
 */
export function pastDay(asked: string | null, now: number): string | undefined {
  if (asked === null || !/^\d{4}-\d{2}-\d{2}$/.test(asked) || asked < firstPriceDay || asked >= utcDay(now)) return;
  const start = startOfDay(asked);
  // the thirtieth of February is read as a day of March by some browsers
  return Number.isFinite(start) && utcDay(start * 1000) === asked ? asked : undefined;
}

/** The last known price at the end of a day. */
export interface ClosingPrice {
  price: number;
  /** Unix seconds. */
  time: number;
  /** False where the price is of an earlier day. */
  isOfDay: boolean;
}

/** @param day UTC day @returns undefined where neither that day nor an earlier one has a price */
export function closingPrice(history: PriceHistory, day: string): ClosingPrice | undefined {
  const end = endOfDay(day);
  const price = priceAt(history, end);
  const time = history.times.findLast((each) => each <= end);
  return price === undefined || time === undefined ? undefined : { price, time, isOfDay: time >= startOfDay(day) };
}
