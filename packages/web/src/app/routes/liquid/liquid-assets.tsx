// Pages `/assets/featured`, `/assets/all` and `/assets/group/:id`.
import type { AssetMatch, IssuedAsset } from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import type { Answer } from '../../../data/answer.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page-title.ts';
import { AssetSearch } from '../../../features/liquid/assets/AssetSearch.tsx';
import { AssetTable, type ListedAsset } from '../../../features/liquid/assets/AssetTable.tsx';
import styles from '../../../features/liquid/assets/assets.module.css';
import { Pills } from '../../../features/liquid/assets/Pills.tsx';
import { liquidApi, liquidPage } from '../../../features/liquid/liquid-url.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { Failed } from '../../../ui/Failed.tsx';
import type { PageProblem } from '../../../ui/MessagePage.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  tab: 'featured' | 'all' | 'group';
  assets: ListedAsset[];
  number: number;
  pages: number;
  query: string;
  hasRegistry: boolean;
  problem: PageProblem | undefined;
}

const perPage = 25;
const maxLetters = 64;

/** Loads a page of the registry, or what a search finds in it. */
async function load({ api: ask, apiPrefix, params, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const tab = params['tab'];
  const none = { assets: [], number: 1, pages: 1, query: '', hasRegistry: true, problem: undefined };
  // no route serves featured assets and groups
  if (tab === 'featured' || tab === 'group') return { page: { ...none, tab } };
  if (tab !== 'all') throw redirect(liquidPage.assets());
  const typed = (query.get('q') ?? '').trim().slice(0, maxLetters);
  if (typed !== '') {
    const found = await ask.get<AssetMatch[]>(liquidApi.registrySearch(apiPrefix, typed));
    const assets = found.ok
      ? found.body.map(({ asset_id: id, name, ticker, domain }) => ({ id, name, ticker, domain }))
      : [];
    return { page: { ...none, ...failureOf(found), tab, assets, query: typed } };
  }
  const number = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const answer = await ask.get<IssuedAsset[]>(liquidApi.registry(apiPrefix, (number - 1) * perPage, perPage));
  const assets = answer.ok
    ? answer.body.map(({ asset_id: id, name, ticker, entity }) => ({
        id,
        name: name ?? id,
        ticker,
        domain: entity?.domain,
      }))
    : [];
  const pages = answer.ok ? Math.max(1, Math.ceil((answer.total ?? assets.length) / perPage)) : 1;
  return { page: { ...none, ...failureOf(answer), tab, assets, number, pages } };
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
  const { tab, number, pages } = data;
  useWant('blocks', 'stats');
  return (
    <main className={pageStyles.page} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.assets.title')}</h1>
      </div>
      <div className={styles.bar}>
        <Pills
          label={text('liquid.assets.lists')}
          tabs={[
            { id: 'featured', label: text('liquid.assets.featured'), to: liquidPage.assets() },
            { id: 'all', label: text('liquid.assets.all'), to: liquidPage.assets('all') },
          ]}
          current={tab === 'group' ? undefined : tab}
        />
        <AssetSearch key={data.query} query={data.query} />
      </div>
      <section className={cardStyles.card} data-part="card" aria-label={text('liquid.assets.title')}>
        <Content data={data} />
      </section>
      {tab === 'all' && <Pager current={number} last={pages} to={(target) => liquidPage.assets('all', target)} />}
    </main>
  );
}

function Content({ data }: { data: Data }) {
  const text = useText();
  const { tab, assets, problem } = data;
  if (tab === 'featured') return <p className="quiet">{text('liquid.assets.noFeatured')}</p>;
  if (tab === 'group') return <p className="quiet">{text('liquid.assets.noGroups')}</p>;
  if (!data.hasRegistry) return <p className="quiet">{text('liquid.assets.noRegistry')}</p>;
  if (problem !== undefined) return <Failed problem={problem} />;
  if (assets.length === 0) return <p className="quiet">{text('liquid.assets.none')}</p>;
  return <AssetTable assets={assets} />;
}
