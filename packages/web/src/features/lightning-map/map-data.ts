import type { ChannelLine, CountryNodes, IspNodes, LightningWorld } from '@glassblock/contract';
import { browserApi } from '../../data/browser-api.ts';
import { lightningApi } from '../lightning/lightning-url.ts';
import { placeName, placeWords } from '../lightning-places/places.ts';
import type { MapLine, MapNode, MapScene } from './map-scene.ts';

/** Data source of a map: a text that identifies it, and the function that loads it. */
export interface MapSource {
  key: string;
  load(): Promise<MapScene>;
}

/** Returns the nodes of the whole network, with its largest channels. */
export function worldSource(prefix: string, hasLines: boolean): MapSource {
  return {
    key: `world ${prefix} ${hasLines}`,
    async load() {
      const [world, lines] = await Promise.all([
        browserApi().body<LightningWorld>(lightningApi.world(prefix)),
        hasLines ? browserApi().body<[number, number, number, number][]>(lightningApi.lines(prefix)) : [],
      ]);
      const nodes = world.nodes.map(
        ([longitude, latitude, publicKey, alias, sats, channels, country]): MapNode => ({
          at: [longitude, latitude],
          publicKey,
          alias,
          sats,
          channels,
          place: placeName(country),
        }),
      );
      return {
        nodes,
        lines: lines.map(
          ([a, b, c, d]): MapLine => [
            [a, b],
            [c, d],
          ],
        ),
      };
    },
  };
}

/** Returns the nodes of a country or of a provider. @param path of the REST route */
export function placeSource(path: string): MapSource {
  return {
    key: path,
    async load() {
      const { nodes } = await browserApi().body<CountryNodes | IspNodes>(path);
      const shown = nodes.flatMap((node): MapNode[] =>
        node.longitude === null || node.latitude === null
          ? []
          : [
              {
                at: [node.longitude, node.latitude],
                publicKey: node.public_key,
                alias: node.alias,
                sats: node.capacity,
                channels: node.channels,
                place: placeWords(node),
              },
            ],
      );
      return { nodes: shown.reverse(), lines: [] };
    },
  };
}

/** Returns the channels of a node, with the nodes at their ends. */
export function nodeSource(prefix: string, publicKey: string): MapSource {
  return {
    key: `node ${prefix} ${publicKey}`,
    async load() {
      const lines = await browserApi().body<ChannelLine[]>(lightningApi.nodeLines(prefix, publicKey));
      return sceneOf(lines);
    },
  };
}

/** Returns the scene of channels: each node once, with the number of its lines. */
export function sceneOf(lines: readonly ChannelLine[]): MapScene {
  const nodes = new Map<string, MapNode>();
  for (const [keyA, aliasA, lonA, latA, keyB, aliasB, lonB, latB] of lines) {
    for (const [publicKey, alias, longitude, latitude] of [
      [keyA, aliasA, lonA, latA],
      [keyB, aliasB, lonB, latB],
    ] as const) {
      const channels = (nodes.get(publicKey)?.channels ?? 0) + 1;
      nodes.set(publicKey, { at: [longitude, latitude], publicKey, alias, sats: 0, channels, place: '' });
    }
  }
  return {
    nodes: [...nodes.values()].sort((a, b) => a.channels - b.channels),
    lines: lines.map(
      ([, , lonA, latA, , , lonB, latB]): MapLine => [
        [lonA, latA],
        [lonB, latB],
      ],
    ),
  };
}
