/** Currencies that sources have prices of their own in. */
export const baseCurrencies = ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'] as const;

/** Currencies that are worked out by exchange rates, when the operator wants them. */
export const extendedCurrencies = [
  ...['BGN', 'BRL', 'CNY', 'CZK', 'DKK', 'HKD', 'HRK', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'KRW'],
  ...['MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'RUB', 'SEK', 'SGD', 'THB', 'TRY', 'ZAR'],
] as const;

const all: ReadonlySet<string> = new Set([...baseCurrencies, ...extendedCurrencies]);

export const isCurrency = (code: string): boolean => all.has(code);

/** Currencies whose unit is worth little: a bitcoin costs more of them than is likely of the others. */
const small: ReadonlySet<string> = new Set(['JPY', 'HUF', 'ISK', 'INR', 'PHP', 'RUB', 'THB', 'TRY']);
const tiny: ReadonlySet<string> = new Set(['IDR', 'KRW']);

/** Whether a bitcoin may cost that: what lies above is a fault of the source. */
export function isSane(code: string, price: number): boolean {
  const ceiling = tiny.has(code) ? 1e12 : small.has(code) ? 1e10 : 1e8;
  return Number.isFinite(price) && price > 0 && price <= ceiling;
}
