// Page `/lightning`: the Lightning network.
import type {
  GeographyState,
  IspRanking,
  LightningDay,
  LightningLatest,
  LightningSources,
  NodeGroups,
  RankedNode,
} from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { hasLightning } from '../../../data/site/site.ts';
import graphsStyles from '../../../features/graphs/graphs.module.css';
import styles from '../../../features/lightning/lightning.module.css';
import { lightningApi, lightningPage } from '../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../features/lightning/lookups.ts';
import { ChannelsPending } from '../../../features/lightning/network/ChannelsPending.tsx';
import { CapacityHistory, NodesHistory } from '../../../features/lightning/network/NetworkHistory.tsx';
import {
  ChannelsStatistics,
  NetworkStatistics,
  NodesByReach,
} from '../../../features/lightning/network/NetworkStatistics.tsx';
import { RankingCard } from '../../../features/lightning/network/RankingCard.tsx';
import { MapCard } from '../../../features/lightning-map/MapCard.tsx';
import { worldSource } from '../../../features/lightning-map/map-data.ts';
import { GeographyNote } from '../../../features/lightning-places/GeographyNote.tsx';
import { ProviderCards } from '../../../features/lightning-places/ProviderCards.tsx';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { Failed } from '../../../ui/failures/Failed.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  latest: Part<LightningLatest>;
  days: Part<LightningDay[]>;
  liquidity: Part<RankedNode[]>;
  connectivity: Part<RankedNode[]>;
  providers: Part<IspRanking>;
  geography: GeographyState | undefined;
  groups: { slug: string; name: string }[];
  /** Problems of the Lightning nodes, one sentence each. */
  faults: string[];
  isPending: boolean;
}

const maxRows = 6;

/** Parts of the ring of providers; the list beside it has the first of them. */
const maxProviders = 11;

/**
 * Reduces a ranking to its totals, the largest providers, and one row with the sum of the others, of which shares are
 * computed.
 */
function largestProviders(ranking: IspRanking): IspRanking {
  const rows = ranking.ispRanking.toSorted(([, , a], [, , b]) => b - a);
  const rest = rows.slice(maxProviders).reduce((sum, [, , sats]) => sum + sats, 0);
  return { ...ranking, ispRanking: [...rows.slice(0, maxProviders), ['', '', rest, 0, 0]] };
}

/** Loads the dashboard: answers with separate failures. */
async function load({ api: ask, prefix, network, site }: LoadKit): Promise<Loaded<Data>> {
  const none = { body: undefined, problem: undefined };
  if (!hasLightning(site, network)) {
    const parts = { latest: none, days: none, liquidity: none, connectivity: none, providers: none };
    return { page: { ...parts, geography: undefined, groups: [], faults: [], isPending: false }, status: 404 };
  }
  const [latest, days, liquidity, connectivity, sources, providers, geography, groups, isPending] = await Promise.all([
    ask.get<LightningLatest>(lightningApi.latest(prefix)),
    ask.get<LightningDay[]>(lightningApi.days(prefix, '1y')),
    ask.get<RankedNode[]>(lightningApi.ranking(prefix, 'liquidity'), 'once'),
    ask.get<RankedNode[]>(lightningApi.ranking(prefix, 'connectivity'), 'once'),
    ask.get<LightningSources>(lightningApi.sources(prefix)),
    ask.get<IspRanking>(lightningApi.isps(prefix), 'once'),
    ask.get<GeographyState>(lightningApi.geography(prefix)),
    ask.get<NodeGroups>(lightningApi.groups(prefix), 'once'),
    askPending(ask, prefix),
  ]);
  const ranking = partOf(providers);
  const top = (part: Part<RankedNode[]>) => ({ ...part, body: part.body?.slice(0, maxRows) });
  return {
    page: {
      latest: partOf(latest),
      days: partOf(days),
      liquidity: top(partOf(liquidity)),
      connectivity: top(partOf(connectivity)),
      providers: { ...ranking, body: ranking.body && largestProviders(ranking.body) },
      geography: geography.ok ? geography.body : undefined,
      groups: groups.ok ? groups.body.map(({ slug, name }) => ({ slug, name })) : [],
      faults: sources.ok ? sources.body.filter(({ state }) => state !== 'ready').map(({ sentence }) => sentence) : [],
      isPending,
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
  const { latest, days, liquidity, connectivity, providers, geography, groups, faults, isPending } =
    useLoaderData<typeof loader>();
  const source = useMemo(() => worldSource(prefix, true), [prefix]);
  const stat = latest.body?.latest;
  return (
    <PendingContext value={isPending}>
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
            {groups.map(({ slug, name }) => (
              <Link key={slug} to={lightningPage.group(prefix, slug)} className="more">
                {name}
              </Link>
            ))}
          </span>
        </div>
        {faults.map((sentence) => (
          <p key={sentence} className={`${bannerStyles.banner} warn`} data-part="banner" role="status">
            {sentence}
          </p>
        ))}
        <ChannelsPending />
        {latest.problem && <Failed problem={latest.problem} />}
        {latest.body && stat && (
          <div className={styles.three}>
            <NetworkStatistics {...latest.body} />
            <ChannelsStatistics latest={stat} />
            <NodesByReach latest={stat} />
          </div>
        )}
        <GeographyNote geography={geography} />
        <MapCard
          id="lightning-map"
          title={text('lightning.map.world')}
          source={source}
          aside={
            <Link to={lightningPage.map(prefix, 'nodes-channels-map')} className="more">
              {text('lightning.more')}
            </Link>
          }
        />
        {providers.problem && <Failed problem={providers.problem} />}
        {providers.body && <ProviderCards ranking={providers.body} />}
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
    </PendingContext>
  );
}
