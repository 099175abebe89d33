import type {
  LightningFeeHistogram,
  LightningNode,
  LightningNodeHit,
  LightningRankings,
  RankedNode,
} from '@glassblock/contract';
import { type AddressPlace, channelStatus, featuresOf, type Graph, minUpdateTime } from '@glassblock/lightning';
import type { RankedRow, Ranking } from '../../sources/lightning/node-rankings.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { rankedPlace } from './place-members.ts';

const aliasDigits = 20;

/** Returns the alias of a node, or the first digits of its key where it has none. */
export function shownAlias({ nodes }: Graph, row: number): string {
  return nodes.alias[row]! || nodes.publicKey(row).slice(0, aliasDigits);
}

/** Sums of sats are texts; the number 0 where there is no channel. */
export const capacitySum = ({ nodes }: Graph, row: number): string | number =>
  nodes.activeChannels[row] === 0 ? 0 : String(nodes.capacity[row]!);

/** Returns a time of an announcement; null: none. */
export const timeOrNull = (seconds: number): number | null => (seconds < minUpdateTime ? null : seconds);

/** Returns the newest update of a node and its channels. */
function updatedAt(graph: Graph, row: number): number | null {
  let newest = graph.nodes.updatedAt[row]!;
  for (const { channel, side } of graph.channelsOf(row)) {
    newest = Math.max(newest, graph.channels.policyTime[2 * channel + side]!);
  }
  return timeOrNull(newest);
}

/** Returns a node found by the search. */
export function nodeHit(graph: Graph, row: number): LightningNodeHit {
  const { nodes } = graph;
  return {
    public_key: nodes.publicKey(row),
    alias: nodes.alias[row]!,
    capacity: nodes.capacity[row]!,
    channels: nodes.activeChannels[row]!,
    status: graph.isNodeInGraph(row) ? 1 : 0,
  };
}

/** Returns a node. @param place undefined: unknown */
export function presentNode(graph: Graph, row: number, place: AddressPlace | undefined): LightningNode {
  const { nodes } = graph;
  const bits = nodes.features[row]!;
  return {
    public_key: nodes.publicKey(row),
    alias: nodes.alias[row]!,
    color: `#${nodes.color[row]!.toString(16).padStart(6, '0')}`,
    first_seen: nodes.firstSeen[row]!,
    updated_at: updatedAt(graph, row),
    sockets: nodes.sockets[row]!.join(','),
    as_number: place?.asNumber ?? null,
    city_id: place?.city?.id ?? null,
    country_id: place?.country?.id ?? null,
    subdivision_id: place?.subdivision?.id ?? null,
    longitude: place?.longitude ?? null,
    latitude: place?.latitude ?? null,
    iso_code: place?.country?.isoCode ?? null,
    as_organization: place?.organization ?? null,
    city: place?.city?.names ?? null,
    country: place?.country?.names ?? null,
    subdivision: place?.subdivision?.names ?? null,
    features: bits === '' ? null : featuresOf(bits),
    featuresBits: bits === '' ? null : bits,
    active_channel_count: nodes.activeChannels[row]!,
    capacity: capacitySum(graph, row),
    opened_channel_count: nodes.openChannels[row]!,
    closed_channel_count: nodes.closedChannels[row]!,
    custom_records: { ...nodes.records.get(row) },
  };
}

type Buckets = Map<number, { count: number; capacity: number }>;

/** Upper bound of a fee rate's bucket: steps of 1 up to 10 ppm, 10 up to 100, 100 up to 1,000, then 1,000. */
export function feeBucket(ppm: number): number {
  const step = ppm <= 10 ? 1 : ppm <= 100 ? 10 : ppm <= 1_000 ? 100 : 1_000;
  return Math.ceil(ppm / step) * step;
}

/** Returns the active channels of a node by fee rate. */
export function feeHistogram(graph: Graph, row: number): LightningFeeHistogram {
  const { channels } = graph;
  const incoming: Buckets = new Map();
  const outgoing: Buckets = new Map();
  for (const { channel, side } of graph.channelsOf(row)) {
    if (channels.status[channel] !== channelStatus.active) continue;
    const capacity = channels.capacity[channel]!;
    for (const [buckets, at] of [
      [outgoing, 2 * channel + side],
      [incoming, 2 * channel + 1 - side],
    ] as const) {
      if (channels.policyTime[at] === 0) continue;
      const bucket = feeBucket(channels.feeRate[at]!);
      const known = buckets.get(bucket) ?? { count: 0, capacity: 0 };
      buckets.set(bucket, { count: known.count + 1, capacity: known.capacity + capacity });
    }
  }
  const listed = (buckets: Buckets) =>
    [...buckets]
      .sort(([a], [b]) => a - b)
      .map(([bucket, { count, capacity }]) => ({ bucket, count, capacity: String(capacity) }));
  return { incoming: listed(incoming), outgoing: listed(outgoing) };
}

function ranked({ graph, places }: Lightning, of: RankedRow): RankedNode {
  return {
    publicKey: graph.nodes.publicKey(of.row),
    alias: shownAlias(graph, of.row),
    capacity: of.capacitySats,
    channels: of.channelCount,
    firstSeen: of.firstSeen,
    updatedAt: timeOrNull(of.updatedAt),
    ...rankedPlace(places.nodes.placeOf(of.row)),
  };
}

/** Returns the first hundred nodes of a ranking. */
export const nodeRanking = (lightning: Lightning, by: Ranking): RankedNode[] =>
  lightning.figures.rankings()[by].map((row) => ranked(lightning, row));

/** Returns the first six nodes by capacity and by channels. */
export function topNodes(lightning: Lightning): LightningRankings {
  const rankings = lightning.figures.rankings();
  return {
    topByCapacity: rankings.capacity.slice(0, 6).map((row) => {
      const { publicKey, alias, capacity } = ranked(lightning, row);
      return { publicKey, alias, capacity };
    }),
    topByChannels: rankings.channels.slice(0, 6).map((row) => {
      const { capacity: _, firstSeen: _first, updatedAt: _updated, ...rest } = ranked(lightning, row);
      return rest;
    }),
  };
}
