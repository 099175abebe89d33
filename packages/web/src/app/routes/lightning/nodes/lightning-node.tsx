// Page `/lightning/node/:public_key`: a Lightning node.
import type {
  ChannelLine,
  LightningFeeHistogram,
  LightningNode,
  LightningNodeDay,
  NodeAddressPlaces,
  NodeChannel,
  NodeUptime,
} from '@glassblock/contract';
import { useMemo } from 'react';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { MissingPage } from '../../../../features/lightning/MissingPage.tsx';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { CapacityChart } from '../../../../features/lightning/network/NetworkHistory.tsx';
import { ChannelTable } from '../../../../features/lightning/node/channels/ChannelTable.tsx';
import { ChannelTree, type TreeChannel } from '../../../../features/lightning/node/channels/ChannelTree.tsx';
import { meanDistanceKm } from '../../../../features/lightning/node/channels/channel-distance.ts';
import { FeeDistribution } from '../../../../features/lightning/node/fees/FeeDistribution.tsx';
import { NodeAddresses, NodeFacts, NodeFigures } from '../../../../features/lightning/node/NodeFacts.tsx';
import { UptimeCard } from '../../../../features/lightning/node/UptimeCard.tsx';
import { MapCard } from '../../../../features/lightning-map/MapCard.tsx';
import { nodeSource } from '../../../../features/lightning-map/map-data.ts';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { escapeInvisible } from '../../../../script/chain-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../../ui/Hash.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  publicKey: string;
  node: LightningNode | undefined;
  problem: PageProblem | undefined;
  days: Part<LightningNodeDay[]>;
  fees: Part<LightningFeeHistogram>;
  channels: Part<NodeChannel[]>;
  places: NodeAddressPlaces;
  /** Undefined while it cannot be read. */
  uptime: Omit<NodeUptime, 'changes'> | undefined;
  /** The largest active channels. */
  tree: TreeChannel[];
  /** Mean distance of both ends of its channels in kilometers; null without places. */
  distanceKm: number | null;
  /** Channels of the list on all of its pages. */
  total: number;
  isClosed: boolean;
  pageNumber: number;
  isPending: boolean;
}

const pageRows = 10;

/** Loads a node. `?channels=closed` and `?page=` select the list of channels. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<Loaded<Data>> {
  const publicKey = (params['public_key'] ?? '').toLowerCase();
  const isClosed = query.get('channels') === 'closed';
  const number = pageNumber(query.get('page'));
  const nothing = { body: undefined, problem: undefined };
  const history = { uptime: undefined, tree: [], distanceKm: null };
  const none = { days: nothing, fees: nothing, channels: nothing, places: [], total: 0, ...history };
  const base = { publicKey, isClosed, pageNumber: number, isPending: false, problem: undefined };
  const isKey = /^0[23][0-9a-f]{64}$/.test(publicKey);
  if (!isKey) return { page: { ...base, ...none, node: undefined }, status: 404 };
  const list = lightningApi.nodeChannels(prefix, publicKey, isClosed ? 'closed' : 'open', pageRows * (number - 1));
  const [node, days, fees, channels, places, uptime, active, isPending] = await Promise.all([
    ask.get<LightningNode>(lightningApi.node(prefix, publicKey)),
    ask.get<LightningNodeDay[]>(lightningApi.nodeDays(prefix, publicKey)),
    ask.get<LightningFeeHistogram>(lightningApi.nodeFees(prefix, publicKey)),
    ask.get<NodeChannel[]>(list),
    ask.get<NodeAddressPlaces>(lightningApi.nodePlaces(prefix, publicKey)),
    ask.get<NodeUptime>(lightningApi.uptime(prefix, publicKey), 'once'),
    ask.get<ReducedChannel[]>(lightningApi.activeChannels(prefix, publicKey), 'once'),
    askPending(ask, prefix),
  ]);
  if (!node.ok) {
    const problem = node.status === 404 ? undefined : node;
    return { page: { ...base, ...none, node: undefined, problem }, status: node.status || 503 };
  }
  const total = isClosed ? node.body.closed_channel_count : node.body.opened_channel_count;
  const last = pageCount(total, pageRows);
  if (number > last) throw redirect(lightningPage.node(prefix, publicKey, isClosed ? 'closed' : undefined, last));
  const hasPlace = node.body.longitude !== null && node.body.active_channel_count > 0;
  const lines = hasPlace ? await ask.get<ChannelLine[]>(lightningApi.nodeLines(prefix, publicKey), 'once') : undefined;
  return {
    page: {
      ...base,
      isPending,
      node: node.body,
      days: partOf(days),
      fees: partOf(fees),
      channels: partOf(channels),
      places: places.ok ? places.body : [],
      uptime: uptime.ok ? withoutChanges(uptime.body) : undefined,
      tree: active.ok ? treeOf(active.body) : [],
      distanceKm: lines?.ok ? (meanDistanceKm(lines.body.map(endsOf)) ?? null) : null,
      total,
    },
  };
}

type ReducedChannel = Pick<NodeChannel, 'capacity' | 'short_id' | 'node'>;

/** Channels in the treemap: smaller ones would not be visible. */
const maxTiles = 100;

const treeOf = (channels: readonly ReducedChannel[]): TreeChannel[] =>
  channels.slice(0, maxTiles).map(({ capacity, short_id, node }) => ({ capacity, short_id, alias: node.alias }));
const withoutChanges = ({ changes: _, ...rest }: NodeUptime) => rest;

/** Longitude and latitude of both nodes of a line. */
const endsOf = ([, , lon1, lat1, , , lon2, lat2]: ChannelLine) => [lon1, lat1, lon2, lat2] as const;

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ loaderData, matches }: MetaArgs) => {
  const alias = (loaderData as Data | undefined)?.node?.alias;
  const title = alias === undefined || alias === '' ? 'Lightning node' : `Lightning node ${escapeInvisible(alias)}`;
  return [{ title: pageTitle(title, matches) }];
};

export default function LightningNodeRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const {
    node,
    publicKey,
    problem,
    days,
    fees,
    channels,
    places,
    total,
    isClosed,
    pageNumber,
    uptime,
    tree,
    distanceKm,
    isPending,
  } = useLoaderData<typeof loader>();
  const source = useMemo(() => nodeSource(prefix, publicKey), [prefix, publicKey]);
  if (node === undefined) {
    return <MissingPage problem={problem} object="node" values={{ key: publicKey }} />;
  }
  return (
    <PendingContext value={isPending}>
      <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
        <div className={styles.title}>
          <p className="quiet">{text('lightning.node')}</p>
          <h1>
            <bdi>{escapeInvisible(node.alias) || publicKey.slice(0, 20)}</bdi>
          </h1>
          <Hash value={publicKey} copy tail={8} />
        </div>
        <ChannelsPending />
        <NodeFigures node={node} />
        <NodeFacts node={node} distanceKm={distanceKm} />
        <NodeAddresses node={node} places={places} />
        {node.longitude !== null && node.active_channel_count > 0 && (
          <MapCard
            key={source.key}
            id="node-map"
            title={text('lightning.map.ofNode')}
            source={source}
            empty={text('lightning.map.noPlace')}
          />
        )}
        <div className={styles.two}>
          {days.problem ? <Failed problem={days.problem} /> : <NodeHistory days={days.body ?? []} />}
          {fees.problem ? (
            <Failed problem={fees.problem} />
          ) : (
            fees.body && <FeeDistribution histogram={fees.body} publicKey={publicKey} />
          )}
        </div>
        {uptime && <UptimeCard publicKey={publicKey} uptime={uptime} />}
        <ChannelTree channels={tree} />
        <Channels
          node={node}
          channels={channels}
          total={total}
          isClosed={isClosed}
          pageNumber={pageNumber}
          key={publicKey}
        />
      </main>
    </PendingContext>
  );
}

/** Shows channels and capacity of a node of each day. @param days newest first */
function NodeHistory({ days }: { days: readonly LightningNodeDay[] }) {
  const text = useText();
  return (
    <CapacityChart
      days={days}
      id="node-history"
      title={text('lightning.history.node')}
      label={text('lightning.history.node.label')}
      fileName="lightning-node"
    />
  );
}

function Channels(props: {
  node: LightningNode;
  channels: Part<NodeChannel[]>;
  total: number;
  isClosed: boolean;
  pageNumber: number;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { node, channels, total, isClosed, pageNumber } = props;
  const list = isClosed ? 'closed' : undefined;
  const tab = (closed: boolean) => (
    <Link
      to={lightningPage.node(prefix, node.public_key, closed ? 'closed' : undefined)}
      preventScrollReset
      replace
      {...(closed === isClosed && { 'aria-current': 'page' as const })}
    >
      {closed
        ? text('lightning.list.closed', { count: count(node.closed_channel_count) })
        : text('lightning.list.open', { count: count(node.opened_channel_count) })}
    </Link>
  );
  return (
    <Card
      title={text('lightning.channels')}
      id="node-channels"
      aside={
        <span className={styles.links}>
          <nav className={styles.tabs} aria-label={text('lightning.channels')}>
            {tab(false)}
            {tab(true)}
          </nav>
          <CsvLink source={lightningApi.nodeChannels(prefix, node.public_key, list ?? 'open', -1)} />
        </span>
      }
    >
      {channels.problem && <Failed problem={channels.problem} />}
      {channels.body && <ChannelTable channels={channels.body} isClosed={isClosed} />}
      <Pager
        current={pageNumber}
        last={Math.ceil(total / pageRows)}
        to={(target) => lightningPage.node(prefix, node.public_key, list, target)}
      />
    </Card>
  );
}
