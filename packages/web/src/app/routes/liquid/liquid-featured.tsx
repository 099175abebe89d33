// Page `/assets/featured`: assets and groups of assets that the operator chose.
import type { FeaturedAsset } from '@glassblock/contract/liquid';
import { type MetaArgs, useLoaderData } from 'react-router';
import { type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { AssetCards, type CardedAsset } from '../../../features/liquid/assets/AssetCards.tsx';
import { AssetsBar } from '../../../features/liquid/assets/AssetsBar.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useText } from '../../../messages/use-text.ts';
import { Failed } from '../../../ui/Failed.tsx';

async function load({ api: ask, apiPrefix }: LoadKit): Promise<{ page: Part<CardedAsset[]> }> {
  const answer = await ask.get<FeaturedAsset[]>(liquidApi.featured(apiPrefix));
  // a server without a list has no such route
  if (!answer.ok && answer.status === 404) return { page: { body: [], problem: undefined } };
  return { page: partOf(answer.ok ? { ...answer, body: answer.body.map(cardOf) } : answer) };
}

const cardOf = (listed: FeaturedAsset): CardedAsset =>
  'assets' in listed
    ? { id: listed.id, name: listed.name, members: listed.assets.length }
    : { id: listed.asset, name: listed.name, ticker: listed.ticker };

/** On the server only: where there is no list, a request of the browser would be an error on its console. */
export const loader = onServer(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Featured assets', matches) },
  { name: 'description', content: 'Featured assets issued on Liquid.' },
];

export default function LiquidFeaturedRoute() {
  const text = useText();
  const { body: assets, problem } = useLoaderData<typeof loader>();
  return (
    <LiquidPage>
      <AssetsBar current="featured" />
      {problem && <Failed problem={problem} />}
      {assets?.length === 0 && <p className="quiet">{text('liquid.assets.noFeatured')}</p>}
      {assets !== undefined && assets.length > 0 && <AssetCards assets={assets} />}
    </LiquidPage>
  );
}
