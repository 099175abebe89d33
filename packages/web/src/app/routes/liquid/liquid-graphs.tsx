// Pages `/graphs` and `/graphs/mempool` of a Liquid network: mempool by fee rate and incoming transactions over time.
import type { StatisticsRow } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import graphsStyles from '../../../features/graphs/graphs.module.css';
import { WindowTabs } from '../../../features/graphs/WindowTabs.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidCapacity } from '../../../features/liquid/graphs/capacity.ts';
import { LiquidMempoolChart } from '../../../features/liquid/graphs/LiquidMempoolChart.tsx';
import { liquidPage } from '../../../features/liquid/liquid-url.ts';
import { InflowChart } from '../../../features/mempool/InflowChart.tsx';
import { useMinutes } from '../../../features/mempool/use-minutes.ts';
import texts from '../../../messages/en.json?mining';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api } from '../../../url.ts';

const windows = ['2h', '24h', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'] as const;
const feeds = ['live-2h-chart'] as const;

interface Data {
  window: string;
  rows: StatisticsRow[];
  problem: PageProblem | undefined;
}

async function load({ api: ask, apiPrefix, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const wanted = query.get('window') ?? chosen.graphWindow ?? site.graphWindow;
  const window = windows.find((one) => one === wanted) ?? '2h';
  const rows = await ask.get<StatisticsRow[]>(api.statistics(apiPrefix, window));
  return rows.ok
    ? { page: { window, rows: rows.body, problem: undefined } }
    : { page: { window, rows: [], problem: rows }, status: rows.status || 503 };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Mempool graphs', matches) }];

export default function LiquidGraphsRoute() {
  const text = useText();
  const { window, rows, problem } = useLoaderData<typeof loader>();
  const shown = useMinutes(rows, window === '2h');
  return (
    <LiquidPage problem={problem} className={graphsStyles.graphs} feeds={feeds} texts={texts}>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('graphs.title')}</h1>
        <WindowTabs windows={windows} current={window} to={liquidPage.graph} remembered="graphWindow" />
      </div>
      {shown.length === 0 ? (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('graphs.none')}
        </p>
      ) : (
        <>
          <LiquidMempoolChart rows={shown} window={window} />
          <InflowChart rows={shown} window={window} capacity={liquidCapacity} />
        </>
      )}
    </LiquidPage>
  );
}
