import { useLocation } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { canonicalPath } from '../../url.ts';

/** The one address of a page: whole, without language, without how it is looked at. */
export function CanonicalLink({ origin }: { origin: string | undefined }) {
  const { basePath } = useSite();
  const { pathname, search } = useLocation();
  return <link rel="canonical" href={(origin ?? '') + basePath.slice(0, -1) + canonicalPath(pathname, search)} />;
}
