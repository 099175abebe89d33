// Page `/lightning`: the Lightning network.
import type { LightningDay, LightningLatest, LightningSources, RankedNode } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { hasLightning } from '../../../data/site/site.ts';
import graphsStyles from '../../../features/graphs/graphs.module.css';
import styles from '../../../features/lightning/lightning.module.css';
import { lightningApi, lightningPage } from '../../../features/lightning/lightning-url.ts';
import { CapacityHistory, NodesHistory } from '../../../features/lightning/NetworkHistory.tsx';
import { ChannelsStatistics, NetworkStatistics, NodesByReach } from '../../../features/lightning/NetworkStatistics.tsx';
import { RankingCard } from '../../../features/lightning/RankingCard.tsx';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { Failed } from '../../../ui/Failed.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  latest: Part<LightningLatest>;
  days: Part<LightningDay[]>;
  liquidity: Part<RankedNode[]>;
  connectivity: Part<RankedNode[]>;
  /** What is wrong with the Lightning nodes, one sentence each. */
  faults: string[];
}

const maxRows = 6;

/** Loads the dashboard: answers with separate failures. */
async function load({ api: ask, prefix, network, site }: LoadKit): Promise<Loaded<Data>> {
  const none = { body: undefined, problem: undefined };
  if (!hasLightning(site, network)) {
    return { page: { latest: none, days: none, liquidity: none, connectivity: none, faults: [] }, status: 404 };
  }
  const [latest, days, liquidity, connectivity, sources] = await Promise.all([
    ask.get<LightningLatest>(lightningApi.latest(prefix)),
    ask.get<LightningDay[]>(lightningApi.days(prefix, '1y')),
    ask.get<RankedNode[]>(lightningApi.ranking(prefix, 'liquidity'), 'once'),
    ask.get<RankedNode[]>(lightningApi.ranking(prefix, 'connectivity'), 'once'),
    ask.get<LightningSources>(lightningApi.sources(prefix)),
  ]);
  const top = (part: Part<RankedNode[]>) => ({ ...part, body: part.body?.slice(0, maxRows) });
  return {
    page: {
      latest: partOf(latest),
      days: partOf(days),
      liquidity: top(partOf(liquidity)),
      connectivity: top(partOf(connectivity)),
      faults: sources.ok ? sources.body.filter(({ state }) => state !== 'ready').map(({ sentence }) => sentence) : [],
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Lightning', matches) },
  { name: 'description', content: 'Nodes, channels, capacity and fees of the Lightning network.' },
];

export default function LightningRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { latest, days, liquidity, connectivity, faults } = useLoaderData<typeof loader>();
  const stat = latest.body?.latest;
  return (
    <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('lightning.title')}</h1>
        <span className={styles.links}>
          <Link to={lightningPage.rankings(prefix)} className="more">
            {text('lightning.rankings')}
          </Link>
          <Link to={lightningPage.penalties(prefix)} className="more">
            {text('lightning.penalties')}
          </Link>
        </span>
      </div>
      {faults.map((sentence) => (
        <p key={sentence} className={`${bannerStyles.banner} warn`} data-part="banner" role="status">
          {sentence}
        </p>
      ))}
      {faults.length === 0 && stat?.channel_count === 0 && (
        <p className={`${bannerStyles.banner} info`} data-part="banner" role="status">
          {text('lightning.indexing')}
        </p>
      )}
      {latest.problem && <Failed problem={latest.problem} />}
      {latest.body && stat && (
        <div className={styles.three}>
          <NetworkStatistics {...latest.body} />
          <ChannelsStatistics latest={stat} />
          <NodesByReach latest={stat} />
        </div>
      )}
      {days.problem && <Failed problem={days.problem} />}
      {days.body && (
        <div className={styles.two}>
          <CapacityHistory days={days.body} />
          <NodesHistory days={days.body} />
        </div>
      )}
      <div className={styles.two}>
        <RankingCard by="liquidity" nodes={liquidity} latest={latest.body} />
        <RankingCard by="connectivity" nodes={connectivity} latest={latest.body} />
      </div>
    </main>
  );
}
