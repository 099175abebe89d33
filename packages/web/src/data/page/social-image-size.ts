const object =
  /^(?:\/[a-z0-9]+)?\/(?:tx|block|address|mining\/pool|assets\/asset|lightning\/(?:node|channel|group|nodes\/isp))\/[^/]+/;
const manual = /^(?:\/[a-z0-9]+)?\/(?:docs|about)(?:\/|$)/;

/**
 * Returns the size of the social image of a page, pixels, as `social-images/card.ts` draws it: an object of the chain or of Lightning,
 * documentation, or the site.
 * @param pathname below the base path
 */
export function socialImageSize(pathname: string): { width: number; height: number } {
  if (object.test(pathname)) return { width: 1200, height: 600 };
  return manual.test(pathname) ? { width: 2000, height: 1000 } : { width: 1000, height: 500 };
}
