import type {
  ChannelLine,
  GeographyState,
  GeoNode,
  IspRanking,
  LightningCountry,
  NodeAddressPlaces,
} from '@glassblock/contract';
import type { AddressPlace, Graph, PlaceStatistics } from '@glassblock/lightning';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import type { Places } from '../../sources/lightning/open-places.ts';
import { coordinatesOf, namesOf, providerOf } from './place-members.ts';
import { shownAlias, timeOrNull } from './present-node.ts';

/** Returns countries with nodes. */
export function presentCountries({ countries, locatedCount }: PlaceStatistics): LightningCountry[] {
  return countries.map(({ country, nodes, capacitySats }) => ({
    name: country.names,
    iso: country.isoCode,
    count: nodes.length,
    share: Math.floor((10_000 * nodes.length) / locatedCount) / 100,
    capacity: String(capacitySats),
  }));
}

/** Returns internet service providers with an AS number. */
export function presentProviders({ providers, capacity }: PlaceStatistics): IspRanking {
  const { clearnetSats, torSats, totalSats } = capacity;
  return {
    clearnetCapacity: clearnetSats,
    torCapacity: torSats,
    unknownCapacity: totalSats - clearnetSats - torSats,
    ispRanking: providers.flatMap(({ name, asNumbers, capacitySats, channelCount, nodes }) =>
      asNumbers.length === 0
        ? []
        : [
            [asNumbers.join(','), name, capacitySats, channelCount, nodes.length] as [
              string,
              string,
              number,
              number,
              number,
            ],
          ],
    ),
  };
}

/** Returns a node of a list of a country or a provider. @param hasProvider with its provider */
export function geoNode({ graph, places }: Lightning, row: number, hasProvider: boolean): GeoNode {
  const { nodes } = graph;
  const place = places.nodes.placeOf(row);
  return {
    public_key: nodes.publicKey(row),
    capacity: nodes.capacity[row]!,
    channels: nodes.activeChannels[row]!,
    alias: shownAlias(graph, row),
    first_seen: nodes.firstSeen[row]!,
    updated_at: timeOrNull(nodes.updatedAt[row]!),
    ...namesOf(place),
    subdivision: place?.subdivision?.names ?? null,
    ...coordinatesOf(place),
    ...(hasProvider ? providerOf(place) : {}),
  };
}

/** Returns a channel as a line. */
export function channelLine({ graph, places }: Lightning, row: number): ChannelLine {
  const endOf = (node: number) => {
    const place = places.nodes.placeOf(node);
    const key = graph.nodes.publicKey(node);
    return [key, shownAlias(graph, node), place?.longitude ?? 0, place?.latitude ?? 0] as const;
  };
  return [...endOf(graph.channels.node[2 * row]!), ...endOf(graph.channels.node[2 * row + 1]!)];
}

/** Returns the places of a channel's line. */
function channelPlaces({ graph, places }: Lightning, row: number): number[] {
  const at = (node: number) => {
    const place = places.nodes.placeOf(node);
    return [place?.longitude ?? 0, place?.latitude ?? 0];
  };
  return [...at(graph.channels.node[2 * row]!), ...at(graph.channels.node[2 * row + 1]!)];
}

/** Returns channels as lines. @param style `widget`: places only */
export const channelLines = (lightning: Lightning, rows: readonly number[], style: string | undefined) =>
  style === 'widget'
    ? rows.map((row) => channelPlaces(lightning, row))
    : rows.map((row) => channelLine(lightning, row));

/** Returns the announced addresses of a node with their places. */
export function addressPlaces({ nodes }: Places, row: number): NodeAddressPlaces {
  const shown = nodes.placeOf(row);
  const isShown = (place: AddressPlace | undefined) =>
    place !== undefined &&
    place.city === shown?.city &&
    place.longitude === shown?.longitude &&
    place.latitude === shown?.latitude &&
    place.asNumber === shown?.asNumber;
  return nodes.socketsOf(row).map(({ text, type, place }) => ({
    socket: text,
    type,
    ...namesOf(place),
    ...coordinatesOf(place),
    ...providerOf(place),
    shown: isShown(place),
  }));
}

/** Returns which geographic files are read. */
export function geographyState({ places, figures }: Lightning, graph: Graph): GeographyState {
  const { files, fault } = places;
  let nodeCount = 0;
  for (let row = 0; row < graph.nodes.count; row++) if (graph.isNodeInGraph(row)) nodeCount++;
  return {
    missing: missingOf(files, fault),
    simulated: files.states.some(({ type }) => type.startsWith('Simulated')),
    files: files.states.map(({ kind, type, builtAt }) => ({ kind, type, built: builtAt })),
    located: figures.places().locatedCount,
    nodes: nodeCount,
  };
}

/** Without paths: visitors read it. */
function missingOf({ hasCities, hasProviders }: Places['files'], fault: string | undefined): string | null {
  if (fault !== undefined) return 'A geographic file cannot be read; the log has the reason.';
  if (!hasCities && !hasProviders) return 'No geographic files are configured: nodes have no places and no providers.';
  if (!hasCities) return 'No city file is configured: nodes have no places.';
  return hasProviders ? null : 'No ASN or ISP file is configured: nodes have no providers, and the map is empty.';
}
