/** Names by language code. */
type Names = Readonly<Record<string, string>> | null;

/** Returns the English name of a place, or the first one; empty without a name. */
export const placeName = (names: Names): string => names?.['en'] ?? Object.values(names ?? {})[0] ?? '';

/** Returns city and country as text, such as `Nuremberg, Germany`; empty when unknown. */
export const placeWords = ({ city, country }: { city: Names; country: Names }): string =>
  [placeName(city), placeName(country)].filter((name) => name !== '').join(', ');
