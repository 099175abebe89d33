/** A language that the site can be asked for by the first segment of the path. */
interface Locale {
  /** Two letters, ISO 639-1. */
  code: string;
  /** As its readers call it. */
  name: string;
  isRightToLeft?: true;
  /** There is a file of its texts; the pages of the others are English, in the direction of the language. */
  hasTexts?: true;
}

/**
 * Every language that a link may name. A translation is a file `messages/{code}.json` and the mark `hasTexts` here.
 */
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

/** The language of a code; undefined when a link cannot name it. */
export const localeOf = (code: string | undefined): Locale | undefined => locales.find((row) => row.code === code);

/** Cookie with the language that was chosen; it counts where the path names none. */
export const languageCookieName = 'lang';

/** That cookie as text for `document.cookie`; it lasts to 2050. @param path  the base path */
export const languageCookie = (code: string, path: string): string =>
  `${languageCookieName}=${code}; path=${path}; expires=Sat, 01 Jan 2050 00:00:00 GMT; samesite=lax`;

/**
 * Language that a path begins with.
 * @param path  below the base path, with its leading slash; also of the data of a page (`/ar.data`)
 */
export function languageOfPath(path: string): string | undefined {
  return localeOf(/^\/([a-z]{2})(?=\/|$|\.data$)/.exec(path)?.[1])?.code;
}
