import { useLocation } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { siteTitle } from '../../data/page/page-title.ts';
import { socialImageSize } from '../../data/page/social-image-size.ts';

/**
 * Adds the metadata that other sites show for a link to this page: its type and its image, which the server draws. They read the HTML of
 * the server, so browsers have no code for it.
 */
export function SocialMeta({ origin }: { origin: string | undefined }) {
  const { pathname } = useLocation();
  const { basePath, liquid, enterprise } = useSite();
  if (origin === undefined) return null;
  const { width, height } = socialImageSize(pathname);
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
