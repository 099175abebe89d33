// Page `/mining`: the mining dashboard.
import type { DifficultyRecord, MiningPoolsRanking, NetworkHashrate, RewardStats as Stats } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { DifficultyCard } from '../../../features/dashboard/DifficultyCard.tsx';
import { HalvingRow } from '../../../features/dashboard/HalvingRow.tsx';
import { hashrateData } from '../../../features/graphs/mining-series/mining-series.ts';
import { AdjustmentsTable } from '../../../features/mining/AdjustmentsTable.tsx';
import { HashrateWidget } from '../../../features/mining/HashrateWidget.tsx';
import { MiningPoolsCard } from '../../../features/mining/MiningPoolsCard.tsx';
import styles from '../../../features/mining/mining.module.css';
import { RecentBlocks } from '../../../features/mining/RecentBlocks.tsx';
import { RewardStats } from '../../../features/mining/RewardStats.tsx';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { difficulty } from '../../../format/amount.ts';
import { hashrate } from '../../../format/hashrate.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import pageStyles from '../../../ui/page.module.css';
import { FigureText } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';

interface Data {
  stats: Part<Stats>;
  ranking: Part<MiningPoolsRanking>;
  rates: Part<NetworkHashrate>;
  records: Part<DifficultyRecord[]>;
}

const rewardBlocks = 144;

/** Paths of data that changes with each block. */
const liveSources = (prefix: string) =>
  [api.rewardStats(prefix, rewardBlocks), api.miningPoolsRanking(prefix, '1w')] as const;

/** Loads the mining dashboard: four answers with separate failures. */
async function load({ api: ask, prefix, site }: LoadKit): Promise<Loaded<Data>> {
  const none = { body: undefined, problem: undefined };
  if (site.mining !== true) return { page: { stats: none, ranking: none, rates: none, records: none }, status: 404 };
  const [statsPath, rankingPath] = liveSources(prefix);
  const [stats, ranking, rates, records] = await Promise.all([
    ask.get<Stats>(statsPath),
    ask.get<MiningPoolsRanking>(rankingPath),
    ask.get<NetworkHashrate>(api.miningSeries(prefix, 'hashrate', '1y')),
    ask.get<DifficultyRecord[]>(api.miningSeries(prefix, 'difficulty-adjustments', '3m')),
  ]);
  return {
    page: { stats: partOf(stats), ranking: partOf(ranking), rates: partOf(rates), records: partOf(records) },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Mining', matches) },
  { name: 'description', content: 'Mining pools, hashrate, difficulty and rewards.' },
];

export default function MiningRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const { stats, ranking, rates, records } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  useReloadOnBlock(liveSources(prefix));
  if (!mining) {
    return <PageUnavailable />;
  }
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${styles.miningBoard}`} id="main">
        <h1 className="sr-only">{text('mining.title')}</h1>
        <div data-cy="reward-stats">
          <RewardStats stats={stats.body} problem={stats.problem} />
        </div>
        <div data-cy="difficulty-adjustment">
          <DifficultyCard more={<HalvingRow />} />
        </div>
        <div data-cy="pool-distribution">
          <MiningPoolsCard ranking={ranking} />
        </div>
        <div data-cy="hashrate-graph">
          <RatesWidget rates={rates} ranking={ranking.body} />
        </div>
        <div data-cy="latest-blocks">
          <Card
            title={text('mining.recent')}
            id="recent-title"
            aside={
              <Link to={page.blocks(prefix)} className="more">
                {text('latest.all')}
              </Link>
            }
          >
            <RecentBlocks />
          </Card>
        </div>
        <div data-cy="difficulty-adjustments-table">
          <Card
            title={text('mining.adjustments')}
            id="adjustments-title"
            aside={
              <Link to={page.miningGraph(prefix, 'hashrate-difficulty')} className="more">
                {text('mining.more')}
              </Link>
            }
          >
            {records.problem ? <Failed problem={records.problem} /> : <AdjustmentsTable records={records.body ?? []} />}
          </Card>
        </div>
      </main>
    </>
  );
}

function RatesWidget(props: { rates: Part<NetworkHashrate>; ranking: MiningPoolsRanking | undefined }) {
  const text = useText();
  const { prefix } = usePlace();
  const { body, problem } = props.rates;
  const data = useMemo(
    () =>
      body &&
      hashrateData(body, { halvingInterval: undefined, hidesDifficulty: true, measure: 'btc', currency: 'USD' }),
    [body],
  );
  return (
    <Card
      title={text('mining.series.hashrate')}
      id="hashrate-title"
      aside={
        <Link to={page.miningGraph(prefix, 'hashrate-difficulty', '1y')} className="more">
          {text('mining.more')}
        </Link>
      }
    >
      {problem && <Failed problem={problem} />}
      {body && data && (
        <>
          <dl className="board-figures">
            <div>
              <dt>{text('mining.weekHashrate')}</dt>
              <dd>
                <FigureText figure={hashrate(props.ranking?.lastEstimatedHashrate1w ?? body.currentHashrate)} />
              </dd>
            </div>
            <div>
              <dt>{text('mining.series.difficulty')}</dt>
              <dd className="figure">{difficulty(body.currentDifficulty)}</dd>
            </div>
          </dl>
          <HashrateWidget data={data} />
        </>
      )}
    </Card>
  );
}
