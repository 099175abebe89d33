/** Placeholder for the base path in built files; distinct from any real path. */
export const basePlaceholder = '/__glassblock_base__/';

/**
 * Returns the URL of a built file below the real base path. In the browser the placeholder was replaced already, in
 * this line too, and nothing changes.
 */
export const based = (url: string, basePath: string): string => url.replace(basePlaceholder, basePath);
