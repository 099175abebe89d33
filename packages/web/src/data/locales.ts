/** A language selected by the first path segment. */
interface Locale {
  /** Two letters, ISO 639-1. */
  code: string;
  /** Its native name. */
  name: string;
  isRightToLeft?: true;
  /** It has a translation file; other languages show English texts in their own direction. */
  hasTexts?: true;
}

/** All supported languages. A translation is a file `messages/{code}.json` and `hasTexts` here. */
export const locales: readonly Locale[] = [
  { code: 'en', name: 'English', hasTexts: true },
  { code: 'ar', name: 'العربية', isRightToLeft: true },
  { code: 'bg', name: 'Български' },
  { code: 'ca', name: 'Català' },
  { code: 'cs', name: 'Čeština' },
  { code: 'da', name: 'Dansk' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fa', name: 'فارسی', isRightToLeft: true },
  { code: 'fi', name: 'Suomi' },
  { code: 'fr', name: 'Français' },
  { code: 'he', name: 'עברית', isRightToLeft: true },
  { code: 'hi', name: 'हिन्दी' },
  { code: 'hr', name: 'Hrvatski' },
  { code: 'hu', name: 'Magyar' },
  { code: 'it', name: 'Italiano' },
  { code: 'ja', name: '日本語' },
  { code: 'ka', name: 'ქართული' },
  { code: 'ko', name: '한국어' },
  { code: 'lt', name: 'Lietuvių' },
  { code: 'mk', name: 'Македонски' },
  { code: 'nb', name: 'Norsk' },
  { code: 'ne', name: 'नेपाली' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pl', name: 'Polski' },
  { code: 'pt', name: 'Português' },
  { code: 'ro', name: 'Română' },
  { code: 'ru', name: 'Русский' },
  { code: 'sl', name: 'Slovenščina' },
  { code: 'sv', name: 'Svenska' },
  { code: 'th', name: 'ไทย' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'uk', name: 'Українська' },
  { code: 'vi', name: 'Tiếng Việt' },
  { code: 'zh', name: '中文' },
];

/** Returns the language of a code; undefined for an unknown one. */
export const localeOf = (code: string | undefined): Locale | undefined => locales.find((row) => row.code === code);

/** Cookie of the selected language; used when the path has none. */
export const languageCookieName = 'lang';

/**
 * Returns that cookie as text for `document.cookie`; it expires in 2050.
 * @param path the base path
 */
export const languageCookie = (code: string, path: string): string =>
  `${languageCookieName}=${code}; path=${path}; expires=Sat, 01 Jan 2050 00:00:00 GMT; samesite=lax`;

/**
 * Returns the language of a path.
 * @param path below the base path, with its leading slash; also of a page's data (`/ar.data`)
 */
export function languageOfPath(path: string): string | undefined {
  return localeOf(/^\/([a-z]{2})(?=\/|$|\.data$)/.exec(path)?.[1])?.code;
}
