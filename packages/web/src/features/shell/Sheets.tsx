import { use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router';

/**
 * The style sheets of the routes that are shown. React waits for them before it shows a page, and leaves them where they
 * are: React Router's own `Links` takes them away with the page, and whoever came back would see it bare for a moment, and
 * not at the place where it was left. So rules of one route's sheet must mean nothing to the pages of another one.
 */
export function Sheets() {
  const routes = use(FrameworkContext)?.manifest.routes ?? {};
  const hrefs = useMatches().flatMap(({ id }) => routes[id]?.css ?? []);
  // an empty fragment tells the twins apart that two routes of one page share
  const sheets = new Set(hrefs.map((href) => href.replace(/#$/, '')));
  return [...sheets].map((href) => <link key={href} rel="stylesheet" href={href} precedence="route" />);
}
