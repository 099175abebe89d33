import { eachInSlices } from '../../concurrency/slices.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { EncodedJson } from '../encoded-json.ts';
import { shownAlias } from './present-node.ts';
import { channelLines } from './present-place.ts';

/** An answer of megabytes, encoded once for all requests until its data changes. */
type Encoded = WeakMap<object, Promise<EncodedJson>>;

const worlds: Encoded = new WeakMap();
const longLines: Encoded = new WeakMap();
const shortLines: Encoded = new WeakMap();

function once(answers: Encoded, figures: object, encode: () => Promise<EncodedJson>): Promise<EncodedJson> {
  const known = answers.get(figures);
  if (known !== undefined) return known;
  const encoding = encode();
  answers.set(figures, encoding);
  return encoding;
}

/** Returns nodes on the map: longitude, latitude, public key, alias, capacity, channels, names and code of the country. */
export function worldJson(lightning: Lightning): Promise<EncodedJson> {
  const { graph, places, figures } = lightning;
  const { nodes } = graph;
  const statistics = figures.places();
  return once(worlds, statistics, async () => {
    // thousands of nodes share the names of a country
    const names = new Map<object, string>();
    const items: string[] = [];
    await eachInSlices(statistics.onMap, (row) => {
      const place = places.nodes.placeOf(row);
      // a place may have changed since the statistics were computed
      if (place?.longitude === undefined || place.latitude === undefined || place.country === undefined) return;
      const { longitude, latitude, country } = place;
      let named = names.get(country);
      if (named === undefined) {
        named = `${JSON.stringify(country.names)},${JSON.stringify(country.isoCode)}`;
        names.set(country, named);
      }
      const alias = JSON.stringify(shownAlias(graph, row));
      const figuresOf = `${nodes.capacity[row]!},${nodes.activeChannels[row]!}`;
      items.push(`[${longitude},${latitude},"${nodes.publicKey(row)}",${alias},${figuresOf},${named}]`);
    });
    const { maxCapacitySats, maxChannels } = statistics;
    const maxima = `"maxLiquidity":${maxCapacitySats},"maxChannels":${maxChannels}`;
    return new EncodedJson(Buffer.from(`{${maxima},"nodes":[${items.join(',')}]}`));
  });
}

/** Returns the channels on the map of the whole network as lines. @param style `widget`: places only */
export function linesJson(lightning: Lightning, style: string | undefined): Promise<EncodedJson> {
  const rows = lightning.figures.lines();
  return once(style === 'widget' ? shortLines : longLines, rows, async () => {
    const items: string[] = [];
    await eachInSlices(rows, (row) => {
      items.push(JSON.stringify(channelLines(lightning, [row], style)[0]));
    });
    return new EncodedJson(Buffer.from(`[${items.join(',')}]`));
  });
}
