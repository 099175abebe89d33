/** Number of colors of categories, `--category-0` .. `--category-11`; `--category-none` is for blocks of unknown miners. */
export const miningPoolColours = 12;

/**
 * Returns the color index of a mining pool, derived from its slug so that it is the same everywhere; the
 * largest mining pools differ.
 * @returns undefined when the mining pool is unknown
 */
export function miningPoolColour(slug: string): number | undefined {
  if (slug === 'unknown') return undefined;
  let value = 0;
  for (const letter of slug) value = (value * 4_097 + letter.charCodeAt(0)) % 9_973;
  return value % miningPoolColours;
}

/** Returns the value of `data-pool-colour`, which selects the color in `mining-pool-mark.module.css`. */
export const miningPoolColourName = (slug: string): string => String(miningPoolColour(slug) ?? 'none');
