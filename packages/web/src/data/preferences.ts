import type { Zone } from '../format/age.ts';
import type { AmountUnit } from '../format/amount.ts';
import { type Currency, currencies } from '../format/fiat.ts';
import type { FeeRateUnit } from '../format/rate.ts';

/** Choices of the visitor that change the first paint, and the few that must be known with it. */
export interface Preferences {
  /** Absent: as the system wishes. */
  theme?: ThemeName;
  unit: AmountUnit;
  currency: Currency;
  rateUnit: FeeRateUnit;
  /** Time runs from left to right. */
  ltr: boolean;
  /** What the cubes of the strip show first. */
  blockDisplay: 'fees' | 'size';
  zone: Zone;
  /** Sounds for what is followed; never without having been asked for. */
  sounds: boolean;
  /** The notice of test networks was dismissed. */
  hideWarning: boolean;
  /** Stretches of time that charts of the mempool and of mining show first; absent: the usual ones of the site. */
  graphWindow?: string;
  miningWindow?: string;
}

/** What the visitor chose; the rest is as usual. */
export type Chosen = Partial<Preferences>;

/** A theme is a file `{name}.css` that sets tokens. */
export const themeNames = ['default', 'light', 'dusk', 'contrast', 'bukele'] as const;
export type ThemeName = (typeof themeNames)[number];

export const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value);

/** As usual. Time runs to the right by default where reading runs to the left. */
export const defaultPreferences = (isRightToLeft: boolean): Preferences => ({
  unit: 'btc',
  currency: 'USD',
  rateUnit: 'vb',
  ltr: isRightToLeft,
  blockDisplay: 'fees',
  zone: 'local',
  sounds: false,
  hideWarning: false,
});

/** How one of them is written: its name in the cookie, its name in the browser's storage, and what its text means. */
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

/** Collects what `textOf` knows; nonsense is ignored. */
function collect(textOf: (entry: Entry<unknown>) => string | null | undefined): Chosen {
  const found = names.map((name) => {
    const text = textOf(entries[name]);
    return [name, text === null || text === undefined ? undefined : entries[name].read(text)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Chosen;
}

/** The one cookie that mirrors them for the server. */
export const cookieName = 'glassblock';

/** Value of a cookie in a Cookie header or in `document.cookie`. */
export function cookieValue(cookies: string | null, name: string): string | undefined {
  const pair = (cookies ?? '').split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Reads them from a Cookie header. */
export function readPreferences(cookies: string | null): Chosen {
  const values = new URLSearchParams(cookieValue(cookies, cookieName)?.replaceAll('.', '&') ?? '');
  return collect(({ cookie }) => values.get(cookie));
}

/** Reads them from a form, by their names in the cookie. An empty field means: as usual. */
export const readForm = (query: URLSearchParams): Chosen => collect(({ cookie }) => query.get(cookie));

/** Reads them from the browser's storage, for a visitor whose cookie is gone. */
export const readStored = (storage: Pick<Storage, 'getItem'>): Chosen =>
  collect(({ stored }) => storage.getItem(stored));

/** Writes them where the browser keeps them; what was not chosen is not kept. */
export function writeStored(storage: Pick<Storage, 'setItem' | 'removeItem'>, chosen: Chosen): void {
  for (const name of names) {
    const value = chosen[name];
    if (value === undefined) storage.removeItem(entries[name].stored);
    else storage.setItem(entries[name].stored, String(value));
  }
}

/** The cookie as text for `document.cookie`; kept for a year. @param path  the base path */
export function preferenceCookie(chosen: Chosen, path: string): string {
  const values = names.flatMap((name) =>
    chosen[name] === undefined ? [] : [`${entries[name].cookie}=${String(chosen[name])}`],
  );
  return `${cookieName}=${values.join('.')}; path=${path}; max-age=31536000; samesite=lax`;
}
