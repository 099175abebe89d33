import { useLocation } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { siteTitle } from '../../data/page-title.ts';

const pictured =
  /^(?:\/[a-z0-9]+)?\/(?:(?:tx|block|address)\/[0-9a-zA-Z]+|mining\/pool\/[a-z0-9-]+|assets\/asset\/[0-9a-f]+)$/;
const documented = /^(?:\/[a-z0-9]+)?\/(?:docs|about)(?:\/|$)/;

/** Adds the metadata that other sites show for a link to this page: its type and its image, which the server draws. */
export function SocialMeta({ origin }: { origin: string | undefined }) {
  const { pathname } = useLocation();
  const { basePath, liquid, enterprise } = useSite();
  if (origin === undefined) return null;
  const [width, height] = pictured.test(pathname)
    ? [1200, 600]
    : documented.test(pathname)
      ? [2000, 1000]
      : [1000, 500];
  const image = `${origin}${basePath}render/en/preview${liquid?.path ?? ''}${pathname === '/' ? '' : pathname}`;
  return (
    <>
      <meta property="og:site_name" content={siteTitle(enterprise)} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={image} />
    </>
  );
}
