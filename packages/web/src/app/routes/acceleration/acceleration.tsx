// Page `/acceleration`: figures, chart and lists of accelerations.
import type { Acceleration, AccelerationRecord, AccelerationStats, AccelerationSums } from '@glassblock/contract';
import { useEffect, useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onlyOnMainnet, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { hasAccelerations } from '../../../data/site/site.ts';
import { ActiveFigures } from '../../../features/acceleration/ActiveFigures.tsx';
import { ActiveList } from '../../../features/acceleration/ActiveList.tsx';
import styles from '../../../features/acceleration/acceleration.module.css';
import { accelerationData, accelerationWindows } from '../../../features/acceleration/acceleration-series.ts';
import { settledStatuses } from '../../../features/acceleration/acceleration-status.ts';
import { type StatsWindow, statsWindowOf } from '../../../features/acceleration/acceleration-sums.ts';
import { NextBlockPicture } from '../../../features/acceleration/NextBlockPicture.tsx';
import { lacksSource, NoSource } from '../../../features/acceleration/NoSource.tsx';
import { RecordTable } from '../../../features/acceleration/RecordTable.tsx';
import { StatsWidget } from '../../../features/acceleration/StatsWidget.tsx';
import { TrendWidget } from '../../../features/acceleration/TrendWidget.tsx';
import mining from '../../../features/mining/mining.module.css';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useText } from '../../../messages/use-text.ts';
import { useAccelerationSound } from '../../../sound/use-sound.ts';
import { Card } from '../../../ui/Card.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

interface Data {
  window: StatsWindow;
  active: Part<Acceleration[]>;
  stats: Part<AccelerationStats>;
  sums: Part<AccelerationSums>;
  recent: Part<AccelerationRecord[]>;
}

const recentRows = 6;

/** Paths of data that changes with each block. */
const liveSources = (prefix: string, window: StatsWindow) =>
  [
    api.accelerationStats(prefix, window),
    api.accelerationSums(prefix, window),
    api.accelerationHistory(prefix, { statuses: settledStatuses, page: 1, length: recentRows }),
  ] as const;

/** Loads the acceleration dashboard: four answers with separate failures; `?window=` is the time window. */
async function load({ api: ask, network, prefix, query, site }: LoadKit): Promise<Loaded<Data>> {
  const window = statsWindowOf(query.get('window'));
  const none = { body: undefined, problem: undefined };
  if (!hasAccelerations(site, network)) onlyOnMainnet({ network, prefix });
  if (!hasAccelerations(site, network))
    return { page: { window, active: none, stats: none, sums: none, recent: none }, status: 404 };
  const active = partOf(await ask.get<Acceleration[]>(api.accelerations(prefix)));
  // Without a source every request fails the same way.
  if (lacksSource(active.problem)) return { page: { window, active, stats: none, sums: none, recent: none } };
  const [statsPath, sumsPath, recentPath] = liveSources(prefix, window);
  const [stats, sums, recent] = await Promise.all([
    ask.get<AccelerationStats>(statsPath),
    ask.get<AccelerationSums>(sumsPath),
    ask.get<AccelerationRecord[]>(recentPath),
  ]);
  return { page: { window, active, stats: partOf(stats), sums: partOf(sums), recent: partOf(recent) } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Accelerations', matches) },
  {
    name: 'description',
    content: 'Accelerated Bitcoin transactions: active ones and statistics.',
  },
];

export default function AccelerationRoute() {
  const { network } = usePlace();
  const site = useSite();
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  if (!hasAccelerations(site, network)) return <PageUnavailable />;
  return lacksSource(data.active.problem) ? <NoSource /> : <Board data={data} />;
}

function Board({ data }: { data: Data }) {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  const { window, active, stats, recent } = data;
  useReloadOnBlock(liveSources(prefix, window));
  useEffect(() => {
    session.trackAccelerations(true);
    return () => session.trackAccelerations(false);
  }, [session]);
  const live = useLive((state) => state.accelerations);
  useAccelerationSound(live);
  const list = useMemo(() => (live ? [...live.values()] : active.body), [live, active.body]);
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${mining.miningBoard} ${styles.board}`} id="main">
        <h1 className="sr-only">{text('accel.title')}</h1>
        <div data-cy="pending-accelerations">
          <ActiveFigures list={list} problem={active.problem} />
        </div>
        <div data-cy="acceleration-stats">
          <StatsWidget stats={stats.body} problem={stats.problem} window={window} />
        </div>
        <div>
          <NextBlockPicture />
        </div>
        <div className={styles.column}>
          <div data-cy="acceleration-fees">
            <Trend sums={data.sums} window={window} />
          </div>
          <div data-cy="pending-accelerations-list">
            <Card title={text('accel.activeList')} id="active-list-title">
              {list === undefined ? active.problem && <Failed problem={active.problem} /> : <ActiveList list={list} />}
            </Card>
          </div>
        </div>
        <div data-cy="recent-accelerations" className={styles.wide}>
          <Card
            title={text('accel.recent')}
            id="recent-title"
            aside={
              <Link to={page.accelerations(prefix)} className="more">
                {text('accel.recent.all')}
              </Link>
            }
          >
            {recent.problem && <Failed problem={recent.problem} />}
            {recent.body &&
              (recent.body.length === 0 ? (
                <p className="quiet">{text('accel.noneRecent')}</p>
              ) : (
                <RecordTable records={recent.body.slice(0, recentRows)} />
              ))}
          </Card>
        </div>
      </main>
    </>
  );
}

function Trend({ sums: { body, problem }, window }: { sums: Part<AccelerationSums>; window: StatsWindow }) {
  const text = useText();
  const { prefix } = usePlace();
  const data = useMemo(() => body && accelerationData(body), [body]);
  const shown = accelerationWindows.find((one) => one === window);
  return (
    <Card
      title={text('accel.trend')}
      id="trend-title"
      aside={
        <Link to={page.accelerationFees(prefix, shown)} className="more" data-cy="acceleration-fees-view-more">
          {text('accel.trend.more')}
        </Link>
      }
    >
      {problem && <Failed problem={problem} />}
      {data && <TrendWidget key={window} data={data} words={text(`accel.stats.${window}`)} />}
    </Card>
  );
}
