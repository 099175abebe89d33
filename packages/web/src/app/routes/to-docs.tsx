import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../data/load.ts';
import { networkOf } from '../../data/site.ts';
import { page, prefixOf } from '../../url.ts';

/** Short ways to the documentation. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  return redirect(page.docs(prefix, 'rest'));
}
