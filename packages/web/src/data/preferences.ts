import type { Zone } from '../format/age.ts';
import type { AmountUnit } from '../format/amount.ts';
import { type Currency, currencies } from '../format/fiat.ts';
import type { FeeRateUnit } from '../format/rate.ts';

/** Settings that affect the first paint, and a few that must be known with it. */
export interface Preferences {
  /** Absent: system theme. */
  theme?: ThemeName;
  unit: AmountUnit;
  currency: Currency;
  rateUnit: FeeRateUnit;
  /** Time runs from left to right. */
  ltr: boolean;
  /** Value that block cubes show first. */
  blockDisplay: 'fees' | 'size';
  zone: Zone;
  /** Sounds for followed objects. Browsers play none before the first click or key. */
  sounds: boolean;
  /** The test network notice was dismissed. */
  hideWarning: boolean;
  /** Default time windows of mempool and mining charts; absent: the site's. */
  graphWindow?: string;
  miningWindow?: string;
}

/** Settings that differ from the defaults. */
export type Chosen = Partial<Preferences>;

/** A theme is a file `{name}.css` of custom properties. */
export const themeNames = ['default', 'light', 'dusk', 'contrast', 'bukele'] as const;
/** Name of a theme. */
export type ThemeName = (typeof themeNames)[number];

/** Returns true for a theme name. */
export const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value);

/** Returns the defaults. Time runs left to right in right-to-left languages. */
export const defaultPreferences = (isRightToLeft: boolean): Preferences => ({
  unit: 'btc',
  currency: 'USD',
  rateUnit: 'vb',
  ltr: isRightToLeft,
  blockDisplay: 'fees',
  zone: 'local',
  sounds: true,
  hideWarning: false,
});

/** Encoding of a setting: its cookie name, storage name, and parser. */
interface Entry<T> {
  cookie: string;
  stored: string;
  read(text: string): T | undefined;
}

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);

const spanOfTime = (text: string): string | undefined => (/^(all|[1-9]\d?[hdwmy])$/.test(text) ? text : undefined);

const truth = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);

function zone(text: string): Zone | undefined {
  if (text === 'local') return text;
  return /^(0|-?[1-9]\d?)$/.test(text) && Number(text) >= -12 && Number(text) <= 14 ? Number(text) : undefined;
}

/** Names in local storage. */
const entries: { [K in keyof Preferences]-?: Entry<NonNullable<Preferences[K]>> } = {
  theme: { cookie: 'theme', stored: 'theme-preference', read: oneOf(...themeNames) },
  unit: { cookie: 'unit', stored: 'view-amount-mode', read: oneOf('btc', 'sats', 'fiat') },
  currency: { cookie: 'currency', stored: 'fiat-preference', read: oneOf(...currencies) },
  rateUnit: { cookie: 'rate', stored: 'rate-unit-preference', read: oneOf('vb', 'wu') },
  ltr: { cookie: 'ltr', stored: 'time-preference-ltr', read: truth },
  blockDisplay: { cookie: 'blocks', stored: 'block-display-mode-preference', read: oneOf('fees', 'size') },
  zone: { cookie: 'zone', stored: 'timezone-preference', read: zone },
  sounds: { cookie: 'sounds', stored: 'sound-preference', read: truth },
  hideWarning: { cookie: 'hide', stored: 'hideWarning', read: truth },
  graphWindow: { cookie: 'graph', stored: 'graphWindowPreference', read: spanOfTime },
  miningWindow: { cookie: 'mining', stored: 'miningWindowPreference', read: spanOfTime },
};

const names = Object.keys(entries) as (keyof Preferences)[];

/** Parses all settings; ignores invalid values. */
function collect(textOf: (entry: Entry<unknown>) => string | null | undefined): Chosen {
  const found = names.map((name) => {
    const text = textOf(entries[name]);
    return [name, text === null || text === undefined ? undefined : entries[name].read(text)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Chosen;
}

/** The cookie that mirrors the settings for the server. */
export const cookieName = 'glassblock';

/** Returns a cookie's value from a Cookie header or `document.cookie`. */
export function cookieValue(cookies: string | null, name: string): string | undefined {
  const pair = (cookies ?? '').split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Parses the settings of a Cookie header. */
export function readPreferences(cookies: string | null): Chosen {
  const values = new URLSearchParams(cookieValue(cookies, cookieName)?.replaceAll('.', '&') ?? '');
  return collect(({ cookie }) => values.get(cookie));
}

/** Parses the settings of a form by cookie names. An empty field means the default. */
export const readForm = (query: URLSearchParams): Chosen => collect(({ cookie }) => query.get(cookie));

/** Parses the settings of local storage, for a visitor without cookie. */
export const readStored = (storage: Pick<Storage, 'getItem'>): Chosen =>
  collect(({ stored }) => storage.getItem(stored));

/** Writes the settings to local storage; defaults are removed. */
export function writeStored(storage: Pick<Storage, 'setItem' | 'removeItem'>, chosen: Chosen): void {
  for (const name of names) {
    const value = chosen[name];
    if (value === undefined) storage.removeItem(entries[name].stored);
    else storage.setItem(entries[name].stored, String(value));
  }
}

/**
 * Returns the cookie as text for `document.cookie`; it expires after a year.
 * @param path the base path
 */
export function preferenceCookie(chosen: Chosen, path: string): string {
  const values = names.flatMap((name) =>
    chosen[name] === undefined ? [] : [`${entries[name].cookie}=${String(chosen[name])}`],
  );
  return `${cookieName}=${values.join('.')}; path=${path}; max-age=31536000; samesite=lax`;
}
