/**
 * Number formatting in English without `Intl`, whose first use is the longest single step of hydration: a tenth of a
 * second on a phone.
 */

/** '1234567' -> '1,234,567'. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Groups thousands.
 * @param text of a finite number below 1e21
 */
function written(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const sign = whole.startsWith('-') && /[1-9]/.test(text) ? '-' : '';
  return `${sign}${grouped(whole.replace('-', ''))}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * Formats a number with a range of decimals.
 * @param min minimum decimals; default: the maximum
 */
export function decimals(value: number, max: number, min = max): string {
  let text = value.toFixed(max);
  for (let more = max; more > min && text.endsWith('0'); more--) text = text.slice(0, -1);
  return written(text.endsWith('.') ? text.slice(0, -1) : text);
}

/** Formats a number with a maximum of significant digits; integer digits stay, as zeros. */
export const significant = (value: number, max: number): string => written(plain(Number(value.toPrecision(max))));

/** Expands the exponent of small numbers. */
const plain = (value: number): string =>
  value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(20).replace(/0+$/, '') : String(value);
