import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageKey } from '../../data/load.ts';
import { networkOf } from '../../data/site.ts';
import { page, prefixOf } from '../../url.ts';

/** Short ways to the documentation. There is no Electrum protocol here: who asks for it is told what there is. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const { site } = context.get(pageKey);
  const prefix = prefixOf(networkOf(site, params['network']) ?? site.rootNetwork, site.rootNetwork);
  const [, last = ''] = /([^/]+)\/?$/.exec(new URL(request.url).pathname.toLowerCase()) ?? [];
  const isFaq = last === 'docs' || last === 'faq';
  return redirect(page.docs(prefix, isFaq ? 'faq' : last === 'websocket' ? last : 'rest'));
}
