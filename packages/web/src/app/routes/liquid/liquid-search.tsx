// Page `/search?q=` of a Liquid network: opens the named object, or lists assets with such a name.
import type { AssetMatch } from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { AssetTable, type ListedAsset } from '../../../features/liquid/assets/AssetTable.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidTarget } from '../../../features/liquid/liquid-target.ts';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage } from '../../../ui/failures/MessagePage.tsx';
import { useHiddenQuery } from '../../../ui/hooks/use-hidden-query.ts';
import pageStyles from '../../../ui/page.module.css';
import { isSecret } from '../../../wallet/secret-text.ts';

interface Data {
  /** The link has a private key or seed phrase, of which nothing is looked up or shown. */
  hasSecret: boolean;
  typed: string;
  assets: ListedAsset[];
}

const maxLetters = 64;

async function load({ api: ask, apiPrefix, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const typed = (query.get('q') ?? '').trim().slice(0, 200);
  // see `ssr/posted-form.ts`
  if (query.has('refused') || isSecret(typed)) return { page: { hasSecret: true, typed: '', assets: [] }, status: 400 };
  const to = await liquidTarget(ask, apiPrefix, typed);
  if (to !== undefined) throw redirect(to);
  const found =
    typed === '' || typed.length > maxLetters
      ? undefined
      : await ask.get<AssetMatch[]>(liquidApi.registrySearch(apiPrefix, typed));
  const assets = found?.ok
    ? found.body.map(({ asset_id: id, name, ticker, domain }) => ({ id, name, ticker, domain }))
    : [];
  return { page: { hasSecret: false, typed, assets }, ...(assets.length === 0 && typed !== '' && { status: 404 }) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Search', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function LiquidSearchRoute() {
  const text = useText();
  const { label } = usePlace();
  const { hasSecret, typed, assets } = useLoaderData<typeof loader>();
  useHiddenQuery(hasSecret);
  return (
    <LiquidPage>
      {assets.length === 0 ? (
        <MessagePage
          title={typed === '' ? 'search.title' : 'liquid.search.nothing'}
          text={hasSecret ? 'liquid.search.secretLink' : typed === '' ? 'liquid.search.empty' : 'liquid.search.none'}
          values={{ what: typed, network: label }}
          home
        />
      ) : (
        <>
          <div className={`title-block ${pageStyles.titleBlock}`}>
            <h1>{text('search.title')}</h1>
          </div>
          <section className={cardStyles.card} data-part="card" aria-label={text('liquid.search.assets')}>
            <AssetTable assets={assets} />
          </section>
        </>
      )}
    </LiquidPage>
  );
}
