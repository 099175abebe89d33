// Page `/graphs/mempool`: mempool by fee rate and incoming transactions over time.
import type { MempoolAt, StatisticsRow } from '@glassblock/contract';
import { type MetaArgs, useLoaderData, useNavigate } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { GraphPage } from '../../../features/graphs/GraphPage.tsx';
import { InflowChart } from '../../../features/mempool/InflowChart.tsx';
import { MempoolChart } from '../../../features/mempool/MempoolChart.tsx';
import { MempoolSnapshot } from '../../../features/mempool/MempoolSnapshot.tsx';
import { useMinutes } from '../../../features/mempool/use-minutes.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { api, page } from '../../../url.ts';

const windows = ['2h', '24h', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'] as const;

interface Data {
  window: string;
  rows: StatisticsRow[];
  problem: PageProblem | undefined;
  /** The mempool at the requested time. */
  past: MempoolAt | undefined;
  /** That time, when there is no data for it. */
  unknownTime: number | undefined;
}

/** Loads the mempool over time. `?window=` is the time window, `?at=` a point in time. */
async function load({ api: ask, prefix, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const wanted = query.get('window') ?? chosen.graphWindow ?? site.graphWindow;
  const window = windows.find((one) => one === wanted) ?? '2h';
  const time = Number(query.get('at') ?? Number.NaN);
  const [rows, past] = await Promise.all([
    ask.get<StatisticsRow[]>(api.statistics(prefix, window)),
    Number.isInteger(time) && time > 0 ? ask.get<MempoolAt>(api.mempoolAt(prefix, time)) : undefined,
  ]);
  const known = past?.ok ? past.body : undefined;
  const unknownTime = past !== undefined && !past.ok ? time : undefined;
  if (!rows.ok) {
    return { page: { window, rows: [], problem: rows, past: known, unknownTime }, status: rows.status || 503 };
  }
  return { page: { window, rows: rows.body, problem: undefined, past: known, unknownTime } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Mempool graphs', matches) },
  { name: 'description', content: 'Mempool size by fee rate and incoming transactions over time.' },
];

export default function MempoolGraphRoute() {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const { window, rows, problem, past, unknownTime } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats', 'live-2h-chart');
  const shown = useMinutes(rows, window === '2h');
  const pick = (time: number) => void navigate(page.mempoolGraph(prefix, window, time), { preventScrollReset: true });

  return (
    <GraphPage
      tab="mempool"
      title={text('graphs.title')}
      windows={{
        windows,
        current: window,
        to: (target) => page.mempoolGraph(prefix, target),
        remembered: 'graphWindow',
      }}
    >
      {problem && <ProblemPage problem={problem} />}
      {past && <MempoolSnapshot past={past} />}
      {unknownTime !== undefined && (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('graphs.past.unknown')}
        </p>
      )}
      {shown.length === 0 && !problem ? (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('graphs.none')}
        </p>
      ) : (
        <>
          <MempoolChart rows={shown} window={window} onPick={pick} />
          <InflowChart rows={shown} window={window} />
        </>
      )}
    </GraphPage>
  );
}
