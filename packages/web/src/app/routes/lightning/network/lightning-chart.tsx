// Pages `/graphs/lightning/nodes-networks` and `/graphs/lightning/capacity`: the network over time.
import type { LightningDay } from '@glassblock/contract';
import { type MetaArgs, useLoaderData, useLocation } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import { WindowTabs } from '../../../../features/graphs/WindowTabs.tsx';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { LightningTabs } from '../../../../features/lightning/network/LightningTabs.tsx';
import { CapacityHistory, NodesHistory } from '../../../../features/lightning/network/NetworkHistory.tsx';
import { useText } from '../../../../messages/use-text.ts';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import pageStyles from '../../../../ui/page.module.css';

/** Time windows, and from how many stored days on they are offered. */
const windows = { '1m': 30, '3m': 90, '6m': 180, '1y': 365, '2y': 730, '3y': 1_095, all: 0 } as const;
const names = Object.keys(windows) as (keyof typeof windows)[];

interface Data {
  window: string;
  days: Part<LightningDay[]>;
  /** Number of all stored days. */
  total: number;
}

/** Loads statistics of each day of a window: `?window=`. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const window = names.find((name) => name === query.get('window')) ?? 'all';
  const answer = await ask.get<LightningDay[]>(lightningApi.days(prefix, window));
  const total = answer.ok ? (answer.total ?? answer.body.length) : 0;
  return { page: { window, days: partOf(answer), total }, ...(!answer.ok && { status: answer.status || 503 }) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning network history', matches) }];

export default function LightningChartRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { window, days, total } = useLoaderData<typeof loader>();
  const chart = useLocation().pathname.endsWith('/capacity') ? 'capacity' : 'nodes-networks';
  const isCapacity = chart === 'capacity';
  return (
    <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
      <LightningTabs current={chart} />
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text(isCapacity ? 'lightning.history.capacity.page' : 'lightning.history.nodes.page')}</h1>
        <WindowTabs
          windows={names.filter((name) => name === window || total >= windows[name])}
          current={window}
          to={(target) => lightningPage.chart(prefix, chart, target)}
          hook={isCapacity ? 'statisticschart' : 'nodesnetworks'}
        />
      </div>
      {days.problem && <Failed problem={days.problem} />}
      {days.body && (isCapacity ? <CapacityHistory days={days.body} /> : <NodesHistory days={days.body} />)}
    </main>
  );
}
