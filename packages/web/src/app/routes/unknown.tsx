import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../data/load.ts';
import { networkOf } from '../../data/site.ts';
import { page, prefixOf } from '../../url.ts';

/** Unknown paths go to the root of their network. (product.md 2) */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const path = new URL(request.url).pathname.slice(site.basePath.length - 1);
  const network = networkOf(site, path.split('/')[1]);
  return redirect(page.home(network === undefined ? '' : prefixOf(network, site.rootNetwork)));
}
