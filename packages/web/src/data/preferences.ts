import type { AmountUnit } from '../format/amount.ts';
import type { RateUnit } from '../format/rate.ts';

/** Choices of the visitor that change the first paint. */
export interface Preferences {
  /** Absent: as the system wishes. */
  theme?: ThemeName;
  unit: AmountUnit;
  rateUnit: RateUnit;
  /** Time runs from left to right. */
  ltr: boolean;
}

/** A theme is a file `{name}.css` that sets tokens. */
export const themeNames = ['default', 'light', 'contrast'] as const;
export type ThemeName = (typeof themeNames)[number];

export const defaultPreferences: Preferences = { unit: 'btc', rateUnit: 'vb', ltr: false };

/** The one cookie that mirrors them for the server. */
export const cookieName = 'glassblock';

const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value);

/** Reads them from a Cookie header. Nonsense is ignored. */
export function readPreferences(cookies: string | null, fixedTheme?: string): Preferences {
  const pair = (cookies ?? '').split(/;\s*/).find((text) => text.startsWith(`${cookieName}=`));
  const values = new URLSearchParams(pair?.slice(cookieName.length + 1).replaceAll('.', '&') ?? '');
  const theme = fixedTheme ?? values.get('theme');
  return {
    ...(isTheme(theme) && { theme }),
    unit: values.get('unit') === 'sats' ? 'sats' : 'btc',
    rateUnit: values.get('rate') === 'wu' ? 'wu' : 'vb',
    ltr: values.get('time') === 'ltr',
  };
}

/** The cookie as text for `document.cookie`; kept for a year. @param path  the base path */
export function preferenceCookie(preferences: Preferences, path: string): string {
  const values = [
    ...(preferences.theme === undefined ? [] : [`theme=${preferences.theme}`]),
    `unit=${preferences.unit}`,
    `rate=${preferences.rateUnit}`,
    `time=${preferences.ltr ? 'ltr' : 'rtl'}`,
  ];
  return `${cookieName}=${values.join('.')}; path=${path}; max-age=31536000; samesite=lax`;
}
