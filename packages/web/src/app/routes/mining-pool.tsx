import type { AccelerationTotal, BlockExt, PoolHashrate, PoolPage } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { poolHashrateData } from '../../chart/mining-series.ts';
import { Card } from '../../components/Card.tsx';
import { Failed } from '../../components/Failed.tsx';
import { SeriesChart } from '../../components/graphs/SeriesChart.tsx';
import { useWant } from '../../components/live.ts';
import { PoolBlocks } from '../../components/mining/PoolBlocks.tsx';
import { type PaidBeside, PoolFacts } from '../../components/mining/PoolFacts.tsx';
import { PoolMark } from '../../components/PoolMark.tsx';
import { type Problem, Sentence } from '../../components/Sentence.tsx';
import { Strip } from '../../components/Strip.tsx';
import { usePlace } from '../../components/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../data/load.ts';
import { hasAccelerations } from '../../data/site.ts';
import { useText } from '../../messages/use-text.ts';
import { harmless } from '../../script/chain-text.ts';
import { api, page } from '../../url.ts';
import '../../styles/graphs.css';
import '../../styles/mining.css';
import '../../styles/pools.css';

/** Rows that a page begins with; the API gives a hundred, which few want. */
const firstRows = 10;

interface Part<T> {
  body: T | undefined;
  problem: Problem | undefined;
}

const paidSpans = ['1w', '1m', 'all'] as const;

interface Data {
  slug: string;
  pool: PoolPage | undefined;
  weeks: Part<PoolHashrate[]>;
  blocks: Part<BlockExt[]>;
  hasMore: boolean;
  /** What it was paid beside fees; absent where nobody tells. */
  paid: PaidBeside[];
  /** The list begins below this height; undefined: with the newest. */
  below: number | undefined;
  problem: Problem | undefined;
}

/** One pool. `?below=` is a height, for those who page without JavaScript. */
async function load({ api: ask, prefix, network, params, query, site }: LoadKit): Promise<Loaded<Data>> {
  const slug = params['slug'] ?? '';
  const at = Number(query.get('below') ?? Number.NaN);
  const below = Number.isSafeInteger(at) && at >= 0 ? at : undefined;
  const nothing = { body: undefined, problem: undefined };
  const none = {
    slug,
    pool: undefined,
    weeks: nothing,
    blocks: nothing,
    hasMore: false,
    paid: [],
    below,
    problem: undefined,
  };
  if (site.mining !== true) return { page: none, status: 404 };
  const spans = hasAccelerations(site, network) ? paidSpans : [];
  const [pool, weeks, blocks, ...totals] = await Promise.all([
    ask.get<PoolPage>(api.pool(prefix, slug)),
    ask.get<PoolHashrate[]>(api.poolHashrate(prefix, slug)),
    ask.get<BlockExt[]>(api.poolBlocks(prefix, slug, below), 'once'),
    ...spans.map((span) => ask.get<AccelerationTotal>(api.accelerationTotal(prefix, slug, span))),
  ]);
  if (!pool.ok) return { page: { ...none, ...(pool.status !== 404 && { problem: pool }) }, status: pool.status || 503 };
  const shown = blocks.ok ? blocks.body.slice(0, firstRows) : undefined;
  return {
    page: {
      slug: pool.body.pool.slug,
      pool: pool.body,
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
export const meta = ({ loaderData }: MetaArgs) => {
  const pool = (loaderData as Data | undefined)?.pool;
  return [{ title: `${pool === undefined ? 'Mining pool' : harmless(pool.pool.name)} · Glassblock` }];
};

export default function PoolRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { slug, pool, weeks, blocks, hasMore, paid, below, problem } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  const data = useMemo(() => poolHashrateData(weeks.body ?? []), [weeks]);
  if (pool === undefined) {
    return (
      <main className="page" id="main">
        {problem === undefined ? (
          <Sentence title="error.notFound.title" text="mining.pool.none" home />
        ) : (
          <section className="sentence">
            <h1>{text('mining.pool.error')}</h1>
            <Failed problem={problem} />
          </section>
        )}
      </main>
    );
  }
  const { name } = pool.pool;
  return (
    <>
      <Strip />
      <main className="page graphs pool-page" id="main">
        <div className="title-block">
          <h1 className="pool-title">
            <PoolMark slug={slug} name={name} large />
            <bdi>{harmless(name)}</bdi>
          </h1>
          <Link to={page.miningGraph(prefix, 'pools')} className="more">
            {text('mining.pool.all')}
          </Link>
        </div>
        <PoolFacts pool={pool} paid={paid} key={slug} />
        {weeks.problem ? (
          <div className="card">
            <Failed problem={weeks.problem} />
          </div>
        ) : data.points.length === 0 ? (
          <p className="card quiet">{text('mining.pool.noWeeks')}</p>
        ) : (
          <SeriesChart
            id="pool-hashrate"
            title={text('mining.pool.weeks')}
            label={text('mining.label', { title: text('mining.pool.weeks'), window: text('graphs.all') })}
            data={data}
            fileName={`pool-${slug}`}
            source={api.poolHashrate(prefix, slug)}
            stored="pool_hashrate_legend"
            className=""
            key={slug}
          />
        )}
        <Card title={text('mining.pool.blocks')} id="pool-blocks">
          {blocks.problem ? (
            <Failed problem={blocks.problem} />
          ) : (
            <PoolBlocks
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
