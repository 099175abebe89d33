import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../../data/load.ts';
import { monitoringPage } from '../../../data/operator/operator-url.ts';
import { networkOf } from '../../../data/site/site.ts';
import { page, prefixOf } from '../../../url.ts';

/**
 * Redirects short and old paths, mostly to the documentation. There is no Electrum protocol here, and `nodes`, which
 * embeds pages of other servers in mempool.space, is the list that links them.
 */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const { pathname, search } = new URL(request.url);
  const [, last = ''] = /([^/]+)\/?$/.exec(pathname.toLowerCase()) ?? [];
  if (last === 'blocks') return redirect(page.blocks(prefix, 1));
  if (last === 'wallet') return redirect(`${prefix}/wallet${search}`);
  if (last === 'nodes') return redirect(`${prefix}${monitoringPage}`);
  const isFaq = last === 'docs' || last === 'faq';
  return redirect(page.docs(prefix, isFaq ? 'faq' : last === 'websocket' ? last : 'rest'));
}
