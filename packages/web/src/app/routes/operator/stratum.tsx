// Page `/stratum`: the block templates that mining pools work on.
import type { MiningPoolName } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { foldStratum, stratumRows } from '../../../data/operator/stratum-view.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { LiveOnly } from '../../../features/operator/LiveOnly.tsx';
import styles from '../../../features/operator/operator.module.css';
import { StratumTable } from '../../../features/operator/StratumTable.tsx';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useFeed } from '../../../live/use-feed.ts';
import texts from '../../../messages/en.json?operator';
import { useText } from '../../../messages/use-text.ts';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api } from '../../../url.ts';

interface Data {
  /** Names of mining pools; undefined: the page does not exist. */
  miningPools: readonly MiningPoolName[] | undefined;
}

async function load({ api: ask, site, network, apiPrefix }: LoadKit): Promise<Loaded<Data>> {
  if (site.stratum !== true || network !== site.rootNetwork) return { page: { miningPools: undefined }, status: 404 };
  // without names the jobs have the ids of the mining pools
  const answer = await ask.get<MiningPoolName[]>(api.miningPools(apiPrefix), 'once');
  return { page: { miningPools: answer.ok ? answer.body : [] } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Stratum jobs', matches) },
  { name: 'description', content: 'Block templates that mining pools send to their miners.' },
];

export default function StratumRoute() {
  const { miningPools } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  if (miningPools === undefined) return <PageUnavailable />;
  return (
    <MoreTexts texts={texts}>
      <Strip />
      <StratumPage miningPools={miningPools} />
    </MoreTexts>
  );
}

const subscription = { 'track-stratum': 'all' };

function StratumPage({ miningPools }: { miningPools: readonly MiningPoolName[] }) {
  const text = useText();
  const { value: jobs, connection } = useFeed(subscription, foldStratum);
  const rows = useMemo(() => jobs && stratumRows(jobs), [jobs]);
  return (
    <main className={pageStyles.page} id="main">
      <h1>{text('stratum.title')}</h1>
      <p className={`quiet ${styles.intro}`}>{text('stratum.intro')}</p>
      {rows === undefined || rows.length === 0 ? (
        <LiveOnly isLoaded={rows !== undefined} connection={connection} empty={text('stratum.none')} />
      ) : (
        <StratumTable rows={rows} miningPools={miningPools} />
      )}
    </main>
  );
}
