import { useLocation } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { canonicalPath } from '../../url.ts';

/** Links the canonical URL of a page, without language and view parameters. */
export function CanonicalLink({ origin }: { origin: string | undefined }) {
  const { basePath, liquid } = useSite();
  const { pathname, search } = useLocation();
  return (
    <link
      rel="canonical"
      href={(origin ?? '') + basePath.slice(0, -1) + (liquid?.path ?? '') + canonicalPath(pathname, search)}
    />
  );
}
