// Page `/assets/featured`: assets and groups of assets that the operator chose.
import type { FeaturedAsset } from '@glassblock/contract/liquid';
import { type MetaArgs, useLoaderData } from 'react-router';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import { AssetCards, type CardedAsset } from '../../../../features/liquid/assets/AssetCards.tsx';
import { AssetsBar } from '../../../../features/liquid/assets/AssetsBar.tsx';
import { loadIcons } from '../../../../features/liquid/assets/load-icons.ts';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../../features/liquid/liquid-url.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Failed } from '../../../../ui/failures/Failed.tsx';

async function load({ api: ask, apiPrefix }: LoadKit): Promise<{ page: Part<CardedAsset[]> }> {
  const answer = await ask.get<FeaturedAsset[]>(liquidApi.featured(apiPrefix));
  if (!answer.ok) return { page: partOf(answer) };
  const icons = await loadIcons(ask, apiPrefix, answer.body.flatMap(iconOf));
  return { page: partOf({ ...answer, body: answer.body.map((listed) => cardOf(listed, icons)) }) };
}

/** A group has the icon of its first member. */
const iconOf = (listed: FeaturedAsset): string[] => ('assets' in listed ? listed.assets.slice(0, 1) : [listed.asset]);

function cardOf(listed: FeaturedAsset, icons: readonly string[]): CardedAsset {
  const icon = iconOf(listed).find((id) => icons.includes(id));
  return 'assets' in listed
    ? { id: listed.id, name: listed.name, members: listed.assets.length, icon }
    : { id: listed.asset, name: listed.name, ticker: listed.ticker, icon };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
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
