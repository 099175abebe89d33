// Page `/assets/all`: the asset registry.
import type { AssetMatch, IssuedAsset } from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import type { Answer } from '../../../../data/answer.ts';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { AssetsBar } from '../../../../features/liquid/assets/AssetsBar.tsx';
import { AssetTable, type ListedAsset } from '../../../../features/liquid/assets/AssetTable.tsx';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi, liquidPage } from '../../../../features/liquid/liquid-url.ts';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { Pager } from '../../../../ui/Pager.tsx';

interface Data {
  assets: ListedAsset[];
  number: number;
  pages: number;
  query: string;
  hasRegistry: boolean;
  problem: PageProblem | undefined;
}

const perPage = 25;
const maxLetters = 64;

/** Loads a page of the registry, or search results. */
async function load({ api: ask, apiPrefix, params, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  if (params['tab'] !== 'all') throw redirect(liquidPage.assets());
  const none = { assets: [], number: 1, pages: 1, query: '', hasRegistry: true, problem: undefined };
  const typed = (query.get('q') ?? '').trim().slice(0, maxLetters);
  if (typed !== '') {
    const found = await ask.get<AssetMatch[]>(liquidApi.registrySearch(apiPrefix, typed));
    const assets = found.ok
      ? found.body.map(({ asset_id: id, name, ticker, domain }) => ({ id, name, ticker, domain }))
      : [];
    return { page: { ...none, ...failureOf(found), assets, query: typed } };
  }
  const number = pageNumber(query.get('page'));
  const answer = await ask.get<IssuedAsset[]>(liquidApi.registry(apiPrefix, (number - 1) * perPage, perPage));
  const assets = answer.ok
    ? answer.body.map(({ asset_id: id, name, ticker, entity }) => ({
        id,
        name: name ?? id,
        ticker,
        domain: entity?.domain,
      }))
    : [];
  const pages = answer.ok ? pageCount(answer.total ?? assets.length, perPage) : 1;
  if (answer.ok && number > pages) throw redirect(liquidPage.assets('all', pages));
  return { page: { ...none, ...failureOf(answer), assets, number, pages } };
}

/** A server without a registry answers 501. */
function failureOf(answer: Answer<unknown>): Pick<Data, 'hasRegistry' | 'problem'> {
  if (answer.ok) return { hasRegistry: true, problem: undefined };
  return answer.status === 501 ? { hasRegistry: false, problem: undefined } : { hasRegistry: true, problem: answer };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Assets', matches) },
  { name: 'description', content: 'Assets issued on Liquid: names, tickers, issuers.' },
];

export default function LiquidAssetsRoute() {
  const text = useText();
  const data = useLoaderData<typeof loader>();
  return (
    <LiquidPage>
      <AssetsBar current="all" query={data.query} />
      <section className={cardStyles.card} data-part="card" aria-label={text('liquid.assets.title')}>
        <Content data={data} />
      </section>
      <Pager current={data.number} last={data.pages} to={(target) => liquidPage.assets('all', target)} />
    </LiquidPage>
  );
}

function Content({ data }: { data: Data }) {
  const text = useText();
  const { assets, problem } = data;
  if (!data.hasRegistry) return <p className="quiet">{text('liquid.assets.noRegistry')}</p>;
  if (problem !== undefined) return <Failed problem={problem} />;
  if (assets.length === 0) return <p className="quiet">{text('liquid.assets.none')}</p>;
  return <AssetTable assets={assets} />;
}
