import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { networkOf, pagePrefix } from '../../../data/site/site.ts';
import { page } from '../../../url.ts';

/** Redirects unknown paths to the root of their network; on an official site they are not found. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const { site, page: view } = context.get(pageKey);
  if (view.config.officialSite) throw data('Not found', { status: 404 });
  const network = networkOf(site, params['*']?.split('/')[0]);
  return redirect(page.home(network === undefined ? '' : pagePrefix(site, network)));
}

/** Never rendered: the answer of a route without a component is JSON instead of the page of the error. */
export default function UnknownRoute() {
  return null;
}
