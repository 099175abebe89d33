/** Maximum money supply in sats, as `MAX_MONEY` of Bitcoin Core. */
export const maxSats = 2_100_000_000_000_000;

/**
 * Parses a typed amount of bitcoin: a comma counts as a point, spaces are ignored, decimals after the eighth are cut
 * off. @returns sats; undefined for a text that is not a number
 */
export function readBtc(typed: string): number | undefined {
  const text = typed.replace(/[\s_]/g, '').replace(',', '.');
  const found = /^(\d*)(?:\.(\d*))?$/.exec(text);
  if (found === null || (found[1] === '' && (found[2] ?? '') === '')) return undefined;
  return Number(`${found[1]}${(found[2] ?? '').slice(0, 8).padEnd(8, '0')}`);
}

/** Groups of three digits and a fraction, or at least three groups: a single separator is the decimal one. */
const grouped = /^\s*\d{1,3}(?:(?:,\d{3})+(?:\.[\d\s]*|,\d{3}\s*)|(?:\.\d{3})+(?:,[\d\s]*|\.\d{3}\s*))$/;

/** `1,000.50` and `1.000,50` without separators of groups, and `1,5` with a decimal point. */
export function withDecimalPoint(typed: string): string {
  if (!grouped.test(typed)) return typed.replace(',', '.');
  const group = typed.trim().search(/[,.]/);
  return typed.replaceAll(typed.trim().charAt(group), '').replace(',', '.');
}

/** Parses a typed integer. @returns undefined for any other text */
export function readWhole(typed: string): number | undefined {
  const text = typed.replace(/[\s_,]/g, '');
  return /^\d{1,17}$/.test(text) ? Number(text) : undefined;
}

/** `1.23456789` as it is typed: without superfluous zeros. @param sats below 2^53 */
export function btcText(sats: number): string {
  const fraction = String(sats % 1e8)
    .padStart(8, '0')
    .replace(/0+$/, '');
  return `${Math.floor(sats / 1e8)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `1.00 000 000`: the sats in groups, so that they can be read. */
export function groupedBtc(sats: number): string {
  const fraction = String(sats % 1e8).padStart(8, '0');
  return `${Math.floor(sats / 1e8).toLocaleString('en')}.${fraction.slice(0, 2)} ${fraction.slice(2, 5)} ${fraction.slice(5)}`;
}
