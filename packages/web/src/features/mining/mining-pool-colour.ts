/** Colours of mining pools, `--pool-0` .. `--pool-11`; one more, `--pool-none`, for blocks that no mining pool claims. */
export const miningPoolColours = 12;

/** Colour of a mining pool, made of its short name so that it is the same everywhere; the largest mining pools of today differ.
 *  @returns undefined where no mining pool is known */
export function miningPoolColour(slug: string): number | undefined {
  if (slug === 'unknown') return undefined;
  let value = 0;
  for (const letter of slug) value = (value * 4_097 + letter.charCodeAt(0)) % 9_973;
  return value % miningPoolColours;
}

/** End of the classes that paint in it: `pool-fill-3`. */
export const miningPoolColourName = (slug: string): string => String(miningPoolColour(slug) ?? 'none');
