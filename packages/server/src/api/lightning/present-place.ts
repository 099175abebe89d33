import type {
  ChannelLine,
  GeographyState,
  GeoNode,
  IspRanking,
  LightningCountry,
  LightningWorld,
  NodeAddressPlaces,
} from '@glassblock/contract';
import type { AddressPlace, Graph, PlaceStatistics } from '@glassblock/lightning';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import type { Places } from '../../sources/lightning/open-places.ts';
import { coordinatesOf, namesOf, providerOf } from './place-members.ts';
import { shownAlias, timeOrNull } from './present-node.ts';

/** Answers of `presentWorld`, 2 MB each, while their statistics are the newest. */
const worlds = new WeakMap<PlaceStatistics, LightningWorld>();

/** Returns nodes on the map. */
export function presentWorld(lightning: Lightning): LightningWorld {
  const statistics = lightning.figures.places();
  const known = worlds.get(statistics) ?? worldOf(lightning, statistics);
  worlds.set(statistics, known);
  return known;
}

function worldOf(
  { graph, places }: Lightning,
  { onMap, maxCapacitySats, maxChannels }: PlaceStatistics,
): LightningWorld {
  const { nodes } = graph;
  return {
    maxLiquidity: maxCapacitySats,
    maxChannels,
    nodes: onMap.flatMap((row): LightningWorld['nodes'] => {
      const place = places.nodes.placeOf(row);
      // a place may have changed since the statistics were computed
      if (place?.longitude === undefined || place.latitude === undefined || place.country === undefined) return [];
      const { longitude, latitude, country } = place;
      const figures = [nodes.capacity[row]!, nodes.activeChannels[row]!] as const;
      const alias = shownAlias(graph, row);
      return [[longitude, latitude, nodes.publicKey(row), alias, ...figures, country.names, country.isoCode]];
    }),
  };
}

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

/** Returns channels as lines. @param style `widget`: places only */
export function channelLines({ graph, places }: Lightning, rows: readonly number[], style: string | undefined) {
  const endOf = (row: number) => ({ row, place: places.nodes.placeOf(row) });
  const lines = rows.map((row): ChannelLine => {
    const [a, b] = [endOf(graph.channels.node[2 * row]!), endOf(graph.channels.node[2 * row + 1]!)];
    const key = (node: number) => graph.nodes.publicKey(node);
    const at = ({ place }: typeof a) => [place?.longitude ?? 0, place?.latitude ?? 0] as const;
    return [key(a.row), shownAlias(graph, a.row), ...at(a), key(b.row), shownAlias(graph, b.row), ...at(b)];
  });
  return style === 'widget' ? lines.map(([, , lon1, lat1, , , lon2, lat2]) => [lon1, lat1, lon2, lat2]) : lines;
}

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
  if (fault !== undefined) return 'A geographic file cannot be read; the log says why.';
  if (!hasCities && !hasProviders) return 'No geographic files are configured: nodes have no places and no providers.';
  if (!hasCities) return 'No city file is configured: nodes have no places.';
  return hasProviders ? null : 'No ASN or ISP file is configured: nodes have no providers, and the map is empty.';
}
