import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../data/load.ts';
import { networkOf } from '../../data/site.ts';
import { page, prefixOf } from '../../url.ts';

/** Short ways to the documentation. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const isApi = /\/api\/?$/.test(new URL(request.url).pathname);
  return redirect(page.docs(prefix, isApi ? 'rest' : 'faq'));
}
