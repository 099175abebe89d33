import { type Figure, noFigure } from './amount.ts';
import { scaledNumber } from './short-number.ts';

/** Currencies that a price source may have: first those with prices of their own, then those by exchange rates. */
export const currencies = [
  ...(['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'] as const),
  ...(['BGN', 'BRL', 'CNY', 'CZK', 'DKK', 'HKD', 'HRK', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'KRW'] as const),
  ...(['MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'RUB', 'SEK', 'SGD', 'THB', 'TRY', 'ZAR'] as const),
] as const;
/** Code of a currency. */
export type Currency = (typeof currencies)[number];

/** Returns true for a currency code. */
export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/** Currencies of low unit value have no decimals. */
const whole: ReadonlySet<Currency> = new Set(['JPY', 'KRW', 'IDR', 'HUF', 'ISK']);

const decimalsOf = (currency: Currency, defaultValue: number): number => (whole.has(currency) ? 0 : defaultValue);

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency}${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(key, made);
  return made;
}

/**
 * Formats a fiat amount: two decimals, none from 1000 on; the short form one below 1000 and scaled above.
 * @param value in units of the currency; may be negative
 * @returns the symbol is part of the value; the unit is the currency code, so that $ is unambiguous
 */
export function fiat(value: number, currency: Currency, isShort = false): Figure {
  if (!Number.isFinite(value)) return { value: noFigure, unit: currency };
  const size = Math.abs(value);
  if (isShort && size >= 1000) {
    const { value: rest, scale } = scaledNumber(size, true);
    const text = format(currency, 1).format(value < 0 ? -rest : rest);
    return { value: `${text}${scale}`, unit: currency };
  }
  const decimals = size >= 1000 ? 0 : decimalsOf(currency, isShort ? 1 : 2);
  // A value that rounds to zero has no sign.
  const rounded = Number(value.toFixed(decimals));
  return { value: format(currency, decimals).format(rounded === 0 ? 0 : rounded), unit: currency };
}

/**
 * Returns the fiat value of sats.
 * @param price of one bitcoin
 */
export const worth = (sats: number, price: number): number => (sats / 1e8) * price;
