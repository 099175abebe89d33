// Page `/assets/group/:id`: the assets of a group.
import type { AssetGroup } from '@glassblock/contract/liquid';
import { type MetaArgs, useLoaderData } from 'react-router';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { AssetCards, type CardedAsset } from '../../../../features/liquid/assets/AssetCards.tsx';
import { loadIcons } from '../../../../features/liquid/assets/load-icons.ts';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../../features/liquid/liquid-url.ts';
import { loadNames } from '../../../../features/liquid/tx/asset-names.ts';
import { truncate } from '../../../../format/truncate.ts';
import { useText } from '../../../../messages/use-text.ts';
import { MessagePage, type PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  id: string;
  group: { name: string; total: number; assets: CardedAsset[] } | undefined;
  problem: PageProblem | undefined;
}

/** Members that the page shows. */
const maxMembers = 500;

async function load({ api: ask, apiPrefix, params }: LoadKit): Promise<{ page: Data; status?: number }> {
  const id = params['id'] ?? '';
  const answer = await ask.get<AssetGroup>(liquidApi.group(apiPrefix, id));
  if (!answer.ok && [400, 404].includes(answer.status))
    return { page: { id, group: undefined, problem: undefined }, status: 404 };
  if (!answer.ok) return { page: { id, group: undefined, problem: answer }, status: answer.status || 503 };
  const { name, assets } = answer.body;
  const shown = assets.slice(0, maxMembers);
  const [names, icons] = await Promise.all([loadNames(ask, apiPrefix, shown), loadIcons(ask, apiPrefix, shown)]);
  const cards = shown.map((asset) => ({
    id: asset,
    name: names[asset]?.name ?? truncate(asset),
    ticker: names[asset]?.ticker,
    icon: icons.includes(asset) ? asset : undefined,
  }));
  return { page: { id, group: { name, total: assets.length, assets: cards }, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => [
  { title: pageTitle(loaderData?.group?.name ?? 'Asset group', matches) },
];

export default function LiquidGroupRoute() {
  const text = useText();
  const { id, group, problem } = useLoaderData<typeof loader>();
  return (
    <LiquidPage problem={problem}>
      {group === undefined ? (
        <MessagePage
          title="liquid.assets.groupUnknown.title"
          text="liquid.assets.groupUnknown.text"
          values={{ what: id }}
          home
        />
      ) : (
        <>
          <div className={`title-block ${pageStyles.titleBlock}`}>
            <h1>{group.name}</h1>
            <span className="quiet">{text('liquid.assets.groupOf', { count: group.total })}</span>
          </div>
          <AssetCards assets={group.assets} />
        </>
      )}
    </LiquidPage>
  );
}
