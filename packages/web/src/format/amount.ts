import { decimals, significant } from './numbers.ts';
import { shortNumber } from './short-number.ts';

/** Unit of amounts; `fiat` needs a price and is BTC without one. */
export type AmountUnit = 'btc' | 'sats' | 'fiat';

/** A number as text and its unit, which may be styled differently. */
export interface Figure {
  value: string;
  unit: string;
}

/** Replaces NaN and Infinity. */
export const noFigure = '–';

/** 1234567 -> '1,234,567'. */
export const count = (value: number): string => (Number.isFinite(value) ? decimals(value, 0) : noFigure);

const liquidPrefixes: Readonly<Record<string, string>> = {
  liquid: 'L',
  liquidtestnet: 'tL',
  liquidregtest: 'rL',
  liquiddemo: 'dL',
};

/** Returns the unit prefix of a network. */
export function unitPrefix(network: string): string {
  if (network === 'testnet' || network === 'testnet4') return 't';
  if (network === 'signet') return 's';
  return liquidPrefixes[network] ?? '';
}

/** Sats from which the short form applies. */
const shortFrom = 1000;

/**
 * Formats an amount in BTC or sats.
 * @param sats may be negative
 * @param digits minimum and maximum decimals in BTC; default eight. Fewer also select the short form of sats.
 */
export function amount(
  sats: number,
  unit: 'btc' | 'sats',
  network = 'mainnet',
  digits: readonly [number, number] = [8, 8],
): Figure {
  const prefix = unitPrefix(network);
  const name =
    unit === 'btc' ? `${prefix}BTC` : `${prefix}${prefix === '' || network in liquidPrefixes ? '' : '-'}sats`;
  if (!Number.isFinite(sats)) return { value: noFigure, unit: name };
  const clean = Object.is(sats, -0) ? 0 : sats;
  if (unit === 'btc') return { value: btc(clean, digits), unit: name };
  if (digits[1] >= 8 || Math.abs(clean) < shortFrom || !Number.isInteger(clean))
    return { value: decimals(clean, 0), unit: name };
  return { value: `${clean < 0 ? '-' : ''}${shortNumber(Math.abs(clean))}`, unit: name };
}

/** Returns the decimals of a short form: none for zero, which is not rounded. */
export const shortDigits = (sats: number, digits: number): readonly [number, number] => [
  sats === 0 ? 0 : digits,
  digits,
];

/**
 * Exact below 2^53 sats: integer and fraction are computed as integers. An amount that would be rounded to zero has all
 * its decimals.
 */
function btc(sats: number, [min, max]: readonly [number, number]): string {
  const rounded =
    max >= 8 ? Math.round(Math.abs(sats)) : Math.round(Math.abs(sats) / 10 ** (8 - max)) * 10 ** (8 - max);
  if (rounded === 0 && Math.round(Math.abs(sats)) > 0) return btc(sats, [max, 8]);
  const bitcoins = Math.floor(rounded / 1e8);
  let fraction = String(rounded % 1e8)
    .padStart(8, '0')
    .slice(0, max);
  while (fraction.length > min && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  const sign = sats < 0 && rounded > 0 ? '-' : '';
  return `${sign}${decimals(bitcoins, 0)}${fraction === '' ? '' : `.${fraction}`}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const vbyteUnits = ['vB', 'kvB', 'MvB', 'GvB', 'TvB'] as const;
const weightUnits = ['WU', 'kWU', 'MWU', 'GWU', 'TWU'] as const;

function scaled(value: number, units: readonly string[], max: number): Figure {
  if (!Number.isFinite(value)) return { value: noFigure, unit: units[0] ?? '' };
  let step = 0;
  let rest = Math.abs(value);
  while (rest >= 1000 && step < units.length - 1) {
    rest /= 1000;
    step++;
  }
  const text = decimals(rest, step === 0 ? 0 : max);
  return { value: value < 0 ? `-${text}` : text, unit: units[step] ?? '' };
}

/** Formats bytes with a scaled unit. */
export const bytes = (value: number, max = 2): Figure => scaled(value, byteUnits, max);
/** Formats virtual bytes with a scaled unit. */
export const vbytes = (value: number, max = 2): Figure => scaled(value, vbyteUnits, max);
/** Formats weight units with a scaled unit. */
export const weight = (value: number, max = 2): Figure => scaled(value, weightUnits, max);

/** Formats 12.345 as '12.3 %'; tiny non-zero values keep a digit. */
export function percent(value: number, digits = 1): string {
  if (!Number.isFinite(value)) return noFigure;
  return `${decimals(value, digits)}\u00a0%`;
}

/** Formats a difficulty from 4.66e-10 (regtest) to 1e14: four significant digits and a scale word. */
export function difficulty(value: number): string {
  if (!Number.isFinite(value)) return noFigure;
  if (value !== 0 && Math.abs(value) < 0.001)
    return value
      .toExponential(2)
      .replace('e-', ' × 10⁻')
      .replace(/⁻(\d+)$/, (_, n: string) => `⁻${superscript(n)}`);
  const scales = ['', ' k', ' M', ' G', ' T', ' P', ' E'];
  let step = 0;
  let rest = value;
  while (rest >= 1000 && step < scales.length - 1) {
    rest /= 1000;
    step++;
  }
  return `${significant(rest, 4)}${scales[step] ?? ''}`;
}

const superscript = (digits: string): string => [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '').join('');

/** Formats a header number in hexadecimal: 0x20000000. */
export const hex32 = (value: number): string => `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
