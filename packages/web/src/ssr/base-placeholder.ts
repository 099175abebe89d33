/** Stands in the built files where the base path belongs; no real path looks like it. */
export const basePlaceholder = '/__glassblock_base__/';

/**
 * The URL of a built file below the real base path. In the browser the placeholder was written over already, in this
 * very line too, and nothing changes.
 */
export const based = (url: string, basePath: string): string => url.replace(basePlaceholder, basePath);
