/** Currencies that sources have their own prices in. */
export const baseCurrencies = ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'] as const;

/** Currencies computed by exchange rates, when enabled. */
export const extendedCurrencies = [
  ...['BGN', 'BRL', 'CNY', 'CZK', 'DKK', 'HKD', 'HRK', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'KRW'],
  ...['MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'RUB', 'SEK', 'SGD', 'THB', 'TRY', 'ZAR'],
] as const;

const all: ReadonlySet<string> = new Set([...baseCurrencies, ...extendedCurrencies]);

/** Returns true for a known currency code. */
export const isCurrency = (code: string): boolean => all.has(code);

/** Currencies of low unit value, with a higher price limit. */
const small: ReadonlySet<string> = new Set(['JPY', 'HUF', 'ISK', 'INR', 'PHP', 'RUB', 'THB', 'TRY']);
const tiny: ReadonlySet<string> = new Set(['IDR', 'KRW']);

/** Returns true for a plausible price of a bitcoin. */
export function isSane(code: string, price: number): boolean {
  const ceiling = tiny.has(code) ? 1e12 : small.has(code) ? 1e10 : 1e8;
  return Number.isFinite(price) && price > 0 && price <= ceiling;
}
