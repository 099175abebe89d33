/** Returns the flag of a country as an emoji, which fonts without it show as its two letters; empty for other codes. */
export const flagOf = (isoCode: string | null): string =>
  /^[A-Z]{2}$/.test(isoCode ?? '')
    ? String.fromCodePoint(...[...(isoCode ?? '')].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))
    : '';
