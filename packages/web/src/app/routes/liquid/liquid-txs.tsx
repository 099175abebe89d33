// Page `/txs` of a Liquid network: the newest transactions of the mempool.
import type { LiquidRecentTx } from '@glassblock/contract/liquid';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { RecentLiquidTxs } from '../../../features/liquid/frame/RecentLiquidTxs.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useText } from '../../../messages/use-text.ts';
import { Failed } from '../../../ui/failures/Failed.tsx';
import pageStyles from '../../../ui/page.module.css';
import { page } from '../../../url.ts';

async function load({ api: ask, apiPrefix }: LoadKit): Promise<{ page: { recent: Part<LiquidRecentTx[]> } }> {
  return { page: { recent: partOf(await ask.get<LiquidRecentTx[]>(liquidApi.recent(apiPrefix))) } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Recent transactions', matches) }];

export default function LiquidTxsRoute() {
  const text = useText();
  const { recent } = useLoaderData<typeof loader>();
  return (
    <LiquidPage strip={{}}>
      <h1 className="sr-only">{text('liquid.recent.title')}</h1>
      {recent.problem ? <Failed problem={recent.problem} /> : <RecentLiquidTxs txs={recent.body ?? []} />}
      <p className={pageStyles.loadMore}>
        <Link to={page.push('')}>{text('footer.push')}</Link>
      </p>
    </LiquidPage>
  );
}
