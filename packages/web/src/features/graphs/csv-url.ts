/** Returns the URL of an API path as CSV. @param source from `api` of url.ts */
export const csvUrl = (basePath: string, source: string): string =>
  `${basePath.slice(0, -1)}${source}${source.includes('?') ? '&' : '?'}format=csv`;
