import { channelStatus } from '../graph/channel-columns.ts';
import type { Graph } from '../graph/graph.ts';
import { reaches } from '../graph/node-columns.ts';
import type { AddressPlace } from './address-places.ts';
import type { NodePlaces } from './node-places.ts';

/** A country with its nodes. */
export interface CountryNodes {
  country: NonNullable<AddressPlace['country']>;
  /** Rows of nodes in the graph, largest capacity first. */
  nodes: number[];
  capacitySats: number;
}

/** An internet service provider with its nodes: all autonomous systems of its name. */
export interface ProviderNodes {
  name: string;
  /** Ascending. */
  asNumbers: number[];
  /** Rows of nodes in the graph, largest capacity first. */
  nodes: number[];
  /** Sats of active channels with an end at it; a channel within it counts once. */
  capacitySats: number;
  channelCount: number;
}

/** Nodes and capacity by place. */
export interface PlaceStatistics {
  /** Most nodes first. */
  countries: CountryNodes[];
  /** Largest capacity first. */
  providers: ProviderNodes[];
  /** Nodes in the graph with a country. */
  locatedCount: number;
  /** Capacity of active channels by the addresses of their nodes; the rest is unknown. */
  capacity: { clearnetSats: number; torSats: number; totalSats: number };
  /** Rows of nodes in the graph with coordinates, a country and a provider, smallest capacity first. */
  onMap: number[];
  maxCapacitySats: number;
  maxChannels: number;
}

/** Computes countries, providers and the map of the nodes in a graph. */
export function placeStatistics(graph: Graph, places: NodePlaces): PlaceStatistics {
  const { nodes } = graph;
  const countries = new Map<number, CountryNodes>();
  const providers = new Map<string, ProviderNodes>();
  const onMap: number[] = [];
  let locatedCount = 0;
  for (let row = 0; row < nodes.count; row++) {
    const place = graph.isNodeInGraph(row) ? places.placeOf(row) : undefined;
    if (place === undefined) continue;
    if (place.country !== undefined) {
      const known = countries.get(place.country.id) ?? { country: place.country, nodes: [], capacitySats: 0 };
      known.nodes.push(row);
      known.capacitySats += nodes.capacity[row]!;
      countries.set(place.country.id, known);
      locatedCount++;
    }
    const provider = place.organization === undefined ? undefined : providerOf(providers, place.organization);
    if (provider !== undefined) addTo(provider, row, place.asNumber);
    if (place.longitude !== undefined && place.latitude !== undefined && place.country && provider) onMap.push(row);
  }
  const capacity = addChannels(graph, places, providers);
  const byCapacity = (a: number, b: number) => nodes.capacity[b]! - nodes.capacity[a]! || a - b;
  for (const { nodes: rows } of [...countries.values(), ...providers.values()]) rows.sort(byCapacity);
  for (const { asNumbers } of providers.values()) asNumbers.sort((a, b) => a - b);
  onMap.sort((a, b) => byCapacity(b, a));
  return {
    countries: [...countries.values()].sort((a, b) => b.nodes.length - a.nodes.length || a.country.id - b.country.id),
    providers: [...providers.values()].sort((a, b) => b.capacitySats - a.capacitySats || (a.name < b.name ? -1 : 1)),
    locatedCount,
    capacity,
    onMap,
    maxCapacitySats: onMap.reduce((max, row) => Math.max(max, nodes.capacity[row]!), 0),
    maxChannels: onMap.reduce((max, row) => Math.max(max, nodes.activeChannels[row]!), 0),
  };
}

function providerOf(providers: Map<string, ProviderNodes>, name: string): ProviderNodes {
  const known = providers.get(name) ?? { name, asNumbers: [], nodes: [], capacitySats: 0, channelCount: 0 };
  providers.set(name, known);
  return known;
}

function addTo(provider: ProviderNodes, row: number, asNumber: number | undefined): void {
  provider.nodes.push(row);
  if (asNumber !== undefined && !provider.asNumbers.includes(asNumber)) provider.asNumbers.push(asNumber);
}

/** Adds active channels to the providers of both ends, and sums them by the addresses of their nodes. */
function addChannels(
  graph: Graph,
  places: NodePlaces,
  providers: ReadonlyMap<string, ProviderNodes>,
): PlaceStatistics['capacity'] {
  const { channels, nodes } = graph;
  const capacity = { clearnetSats: 0, torSats: 0, totalSats: 0 };
  for (let row = 0; row < channels.count; row++) {
    if (channels.status[row] !== channelStatus.active) continue;
    const sats = channels.capacity[row]!;
    const ends = [channels.node[2 * row]!, channels.node[2 * row + 1]!];
    capacity.totalSats += sats;
    const reached = ends.map((node) => reaches[nodes.reach[node]!]);
    if (reached.some((reach) => reach === 'clearnet' || reach === 'both')) capacity.clearnetSats += sats;
    else if (reached.includes('tor')) capacity.torSats += sats;
    for (const name of new Set(ends.map((node) => places.placeOf(node)?.organization))) {
      const provider = name === undefined ? undefined : providers.get(name);
      if (provider === undefined) continue;
      provider.capacitySats += sats;
      provider.channelCount++;
    }
  }
  return capacity;
}

/** Channels of which the map of the whole network shows lines. */
const minMapSats = 1_000_000;
const maxMapChannels = 10_000;

/** Returns rows of active channels above 0.01 BTC with both ends on the map, one for each pair of nodes, largest first. */
export function channelsOnMap(graph: Graph, places: NodePlaces): number[] {
  const { channels, nodes } = graph;
  const largest = new Map<number, number>();
  for (let row = 0; row < channels.count; row++) {
    if (channels.capacity[row]! <= minMapSats || !isOnMap(graph, places, row)) continue;
    const [a, b] = [channels.node[2 * row]!, channels.node[2 * row + 1]!];
    const pair = Math.min(a, b) * nodes.count + Math.max(a, b);
    const known = largest.get(pair);
    if (known === undefined || channels.capacity[known]! < channels.capacity[row]!) largest.set(pair, row);
  }
  return [...largest.values()]
    .sort((a, b) => channels.capacity[b]! - channels.capacity[a]! || a - b)
    .slice(0, maxMapChannels);
}

/** Returns rows of the active channels of a node with both ends on the map, largest first. */
export function nodeChannelsOnMap(graph: Graph, places: NodePlaces, node: number): number[] {
  const { capacity } = graph.channels;
  return [...graph.channelsOf(node)]
    .map(({ channel }) => channel)
    .filter((row) => isOnMap(graph, places, row))
    .sort((a, b) => capacity[b]! - capacity[a]! || a - b)
    .slice(0, maxMapChannels);
}

function isOnMap({ channels }: Graph, places: NodePlaces, row: number): boolean {
  const isLocated = (node: number) => {
    const place = places.placeOf(node);
    return place?.longitude !== undefined && place.latitude !== undefined;
  };
  return (
    channels.status[row] === channelStatus.active &&
    isLocated(channels.node[2 * row]!) &&
    isLocated(channels.node[2 * row + 1]!)
  );
}
