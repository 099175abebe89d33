/** Names of browsers in user agents, derived browsers before those that they are based on. */
const browsers: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a short name of a browser by its user agent, such as `Firefox, Linux`; of other programs the first 60 characters. */
export function clientName(userAgent: string): string {
  const nameIn = (rows: typeof browsers) => rows.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  if (browser === undefined) return userAgent.slice(0, 60);
  return [browser, nameIn(systems)].filter((part) => part !== undefined).join(', ');
}
