import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { networkOf } from '../../../data/site/site.ts';
import { page, prefixOf } from '../../../url.ts';

/** Redirects other paths below `lightning` and its charts to the dashboard. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const network = networkOf(site, params['network']) ?? site.rootNetwork;
  return redirect(page.lightning(prefixOf(network, site.rootNetwork)));
}
