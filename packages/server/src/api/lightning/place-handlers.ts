import { nodeChannelsOnMap } from '@glassblock/lightning';
import { CodedError } from '@glassblock/primitives';
import type { LightningContext } from '../../sources/lightning/lightning-context.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { type Handlers, requiring } from '../call.ts';
import { csvOfRows } from '../csv.ts';
import { asRows, graphRoute, tableRoute } from './graph-route.ts';
import { channelLineCsv, countryCsv, geoNodeCsv, nodeCsv, providerCsv } from './lightning-csv.ts';
import { linesJson, worldJson } from './map-answers.ts';
import { presentNode } from './present-node.ts';
import {
  addressPlaces,
  channelLine,
  channelLines,
  geographyState,
  geoNode,
  presentCountries,
  presentProviders,
} from './present-place.ts';
import { lightningOf, nodeRowOf } from './requested-lightning.ts';

function countryNodes(lightning: Lightning, code: string) {
  const found = lightning.figures.places().countries.find(({ country }) => country.isoCode === code.toUpperCase());
  if (found === undefined) throw new CodedError('lightning.country', 'no such country');
  return { country: found.country.names, nodes: found.nodes.map((row) => geoNode(lightning, row, true)) };
}

function ispNodes(lightning: Lightning, list: string) {
  const wanted = new Set(list.split(',').map(Number));
  const { providers } = lightning.figures.places();
  const found = providers.filter(({ asNumbers }) => asNumbers.some((number) => wanted.has(number)));
  const first = Number(list.split(',')[0]);
  const named = found.find(({ asNumbers }) => asNumbers.includes(first)) ?? found[0];
  if (named === undefined) throw new CodedError('lightning.isp', 'no such provider');
  const { capacity } = lightning.graph.nodes;
  const isWanted = (row: number) => wanted.has(lightning.places.nodes.placeOf(row)?.asNumber ?? -1);
  const rows = [...new Set(found.flatMap(({ nodes }) => nodes))].filter(isWanted);
  rows.sort((a, b) => capacity[b]! - capacity[a]! || a - b);
  return { isp: named.name, nodes: rows.map((row) => geoNode(lightning, row, false)) };
}

function groupNodes({ graph, places, groups }: Lightning, slug: string) {
  const group = groups.find((each) => each.slug === slug);
  if (group === undefined) throw new CodedError('lightning.group', 'no such group');
  const rows = group.nodes.map((key) => graph.nodes.find(key)).filter((row) => row !== -1);
  return rows.map((row) => presentNode(graph, row, places.nodes.placeOf(row)));
}

/** Returns channels on the map as CSV, always with their nodes. */
const csvOfLines = (lightning: Lightning, rows: readonly number[]) =>
  csvOfRows(
    rows.map((row) => channelLine(lightning, row)),
    channelLineCsv,
  );

/** Handlers of the routes of places and groups. */
export const placeHandlers = {
  lightningGroup: tableRoute((lightning, { params }) => groupNodes(lightning, params.group), asRows, nodeCsv),
  lightningWorld: requiring(lightningOf, async (context: LightningContext) => {
    const lightning = lightningOf(context);
    const rowsOf = () => lightning.figures.places().onMap.map((row) => geoNode(lightning, row, false));
    return { value: await worldJson(lightning), csv: () => csvOfRows(rowsOf(), geoNodeCsv) };
  }),
  lightningCountries: tableRoute(({ figures }) => presentCountries(figures.places()), asRows, countryCsv),
  lightningCountry: tableRoute(
    (lightning, { params }) => countryNodes(lightning, params.country),
    ({ nodes }) => nodes,
    geoNodeCsv,
  ),
  lightningIspRanking: tableRoute(
    ({ figures }) => presentProviders(figures.places()),
    ({ ispRanking }) => ispRanking,
    providerCsv,
  ),
  lightningIsp: tableRoute(
    (lightning, { params }) => ispNodes(lightning, params.isp),
    ({ nodes }) => nodes,
    geoNodeCsv,
  ),
  lightningChannelLines: requiring(lightningOf, async (context: LightningContext, { query }) => {
    const lightning = lightningOf(context);
    const csv = () => csvOfLines(lightning, lightning.figures.lines());
    return { value: await linesJson(lightning, query.style), csv };
  }),
  lightningNodeChannelLines: requiring(lightningOf, async (context: LightningContext, { params, query }) => {
    const lightning = lightningOf(context);
    const rows = nodeChannelsOnMap(lightning.graph, lightning.places.nodes, nodeRowOf(lightning, params.public_key));
    return { value: channelLines(lightning, rows, query.style), csv: () => csvOfLines(lightning, rows) };
  }),
  lightningGeography: graphRoute((lightning) => geographyState(lightning, lightning.graph)),
  lightningNodePlaces: graphRoute((lightning, { params }) =>
    addressPlaces(lightning.places, nodeRowOf(lightning, params.public_key)),
  ),
  lightningGroups: graphRoute(({ groups }) =>
    groups.map(({ slug, name, description, nodes }) => ({ slug, name, description, keys: [...nodes] })),
  ),
} satisfies Partial<Handlers>;
