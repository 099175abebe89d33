// Page `/mining/pool/:slug`: a mining pool with its hash rate and blocks.
import type { AccelerationTotal, BlockExt, MiningPoolHashrate, MiningPoolPage } from '@glassblock/contract';
import { Suspense, useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { hasAccelerations } from '../../../data/site/site.ts';
import graphsStyles from '../../../features/graphs/graphs.module.css';
import { miningPoolHashrateData } from '../../../features/graphs/mining-series/mining-series.ts';
import { SeriesChart } from '../../../features/graphs/SeriesChart.tsx';
import { MiningPoolBlocks } from '../../../features/mining/MiningPoolBlocks.tsx';
import { MiningPoolFacts, type OutOfBandFees } from '../../../features/mining/MiningPoolFacts.tsx';
import { MiningPoolMark } from '../../../features/mining/MiningPoolMark.tsx';
import styles from '../../../features/mining/mining.module.css';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useText } from '../../../messages/use-text.ts';
import { escapeInvisible } from '../../../script/chain-text.ts';
import { Card } from '../../../ui/Card.tsx';
import cardStyles from '../../../ui/card.module.css';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import messageStyles from '../../../ui/failures/message-page.module.css';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

/** Few servers have a source of jobs. */
const NextBlockCard = lazyComponent(() => import('../../../features/operator/NextBlockCard.tsx'));

/** Initial rows; the API returns a hundred. */
const firstRows = 10;

interface Part<T> {
  body: T | undefined;
  problem: PageProblem | undefined;
}

const paidSpans = ['1w', '1m', 'all'] as const;

interface Data {
  slug: string;
  miningPool: MiningPoolPage | undefined;
  weeks: Part<MiningPoolHashrate[]>;
  blocks: Part<BlockExt[]>;
  hasMore: boolean;
  /** Out-of-band fees; absent without a source. */
  paid: OutOfBandFees[];
  /** The list starts below this height; undefined: with the newest. */
  below: number | undefined;
  problem: PageProblem | undefined;
}

/** Loads one mining pool. `?below=` is a height, for paging without JavaScript. */
async function load({ api: ask, prefix, network, params, query, site }: LoadKit): Promise<Loaded<Data>> {
  const slug = params['slug'] ?? '';
  const at = Number(query.get('below') ?? Number.NaN);
  const below = Number.isSafeInteger(at) && at >= 0 ? at : undefined;
  const nothing = { body: undefined, problem: undefined };
  const none = {
    slug,
    miningPool: undefined,
    weeks: nothing,
    blocks: nothing,
    hasMore: false,
    paid: [],
    below,
    problem: undefined,
  };
  if (site.mining !== true) return { page: none, status: 404 };
  const spans = hasAccelerations(site, network) ? paidSpans : [];
  const [miningPool, weeks, blocks, ...totals] = await Promise.all([
    ask.get<MiningPoolPage>(api.miningPool(prefix, slug)),
    ask.get<MiningPoolHashrate[]>(api.miningPoolHashrate(prefix, slug)),
    ask.get<BlockExt[]>(api.miningPoolBlocks(prefix, slug, below), 'once'),
    ...spans.map((span) => ask.get<AccelerationTotal>(api.accelerationTotal(prefix, slug, span))),
  ]);
  if (!miningPool.ok)
    return {
      page: { ...none, ...(miningPool.status !== 404 && { problem: miningPool }) },
      status: miningPool.status || 503,
    };
  const shown = blocks.ok ? blocks.body.slice(0, firstRows) : undefined;
  return {
    page: {
      slug: miningPool.body.pool.slug,
      miningPool: miningPool.body,
      weeks: weeks.ok ? { body: weeks.body, problem: undefined } : { body: undefined, problem: weeks },
      blocks: { body: shown, problem: blocks.ok ? undefined : blocks },
      hasMore: blocks.ok && blocks.body.length > firstRows,
      paid: totals.flatMap((total, place) =>
        total.ok ? [{ span: spans[place] ?? 'all', sats: Number(total.body.cost), txs: total.body.count }] : [],
      ),
      below,
      problem: undefined,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ loaderData, matches }: MetaArgs) => {
  const miningPool = (loaderData as Data | undefined)?.miningPool;
  return [
    { title: pageTitle(miningPool === undefined ? 'Mining pool' : escapeInvisible(miningPool.pool.name), matches) },
  ];
};

export default function MiningPoolRoute() {
  const text = useText();
  const { prefix, network } = usePlace();
  const site = useSite();
  const { slug, miningPool, weeks, blocks, hasMore, paid, below, problem } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  const data = useMemo(() => miningPoolHashrateData(weeks.body ?? []), [weeks]);
  if (miningPool === undefined) {
    return (
      <main className={pageStyles.page} id="main">
        {problem === undefined ? (
          <MessagePage title="error.notFound.title" text="mining.pool.none" home />
        ) : (
          <section className={messageStyles.sentence} data-part="sentence">
            <h1>{text('mining.pool.error')}</h1>
            <Failed problem={problem} />
          </section>
        )}
      </main>
    );
  }
  const { name } = miningPool.pool;
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${graphsStyles.graphs} pool-page`} data-part="graphs page" id="main">
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1 className={styles.poolTitle}>
            <MiningPoolMark slug={slug} name={name} large />
            <bdi>{escapeInvisible(name)}</bdi>
          </h1>
          <Link to={page.miningGraph(prefix, 'pools')} className="more">
            {text('mining.pool.all')}
          </Link>
        </div>
        <MiningPoolFacts miningPool={miningPool} paid={paid} key={slug} />
        {site.stratum === true && network === site.rootNetwork && (
          <Suspense key={`next ${slug}`}>
            <NextBlockCard miningPoolId={miningPool.pool.unique_id} />
          </Suspense>
        )}
        {weeks.problem ? (
          <div className={cardStyles.card} data-part="card">
            <Failed problem={weeks.problem} />
          </div>
        ) : data.points.length === 0 ? (
          <p className={`${cardStyles.card} quiet`} data-part="card">
            {text('mining.pool.noWeeks')}
          </p>
        ) : (
          <SeriesChart
            id="pool-hashrate"
            title={text('mining.pool.weeks')}
            label={text('mining.label', { title: text('mining.pool.weeks'), window: text('graphs.all') })}
            data={data}
            fileName={`pool-${slug}`}
            source={api.miningPoolHashrate(prefix, slug)}
            stored="pool_hashrate_legend"
            className=""
            key={slug}
          />
        )}
        <Card title={text('mining.pool.blocks')} id="pool-blocks">
          {blocks.problem ? (
            <Failed problem={blocks.problem} />
          ) : (
            <MiningPoolBlocks
              slug={slug}
              first={blocks.body ?? []}
              isNewest={below === undefined}
              hasMore={hasMore}
              key={`${slug} ${below ?? ''}`}
            />
          )}
        </Card>
      </main>
    </>
  );
}
