import { use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router';

/**
 * Links the style sheets of the current routes. React waits for them before it shows a page and keeps them afterwards;
 * React Router's `Links` removes them with the page, so that going back would show an unstyled page for a moment, at
 * the wrong scroll position. Therefore rules of one route's sheet must not match pages of another one.
 */
export function Sheets() {
  const routes = use(FrameworkContext)?.manifest.routes ?? {};
  const hrefs = useMatches().flatMap(({ id }) => routes[id]?.css ?? []);
  // an empty fragment distinguishes the same sheet of two routes of one page
  const sheets = new Set(hrefs.map((href) => href.replace(/#$/, '')));
  return [...sheets].map((href) => <link key={href} rel="stylesheet" href={href} precedence="route" />);
}
