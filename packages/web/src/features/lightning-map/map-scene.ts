import { type MapSize, type MapView, type Point, project } from './map-view.ts';

/** A node on a map. */
export interface MapNode {
  at: Point;
  publicKey: string;
  alias: string;
  sats: number;
  channels: number;
  /** Name of its country; empty: unknown. */
  place: string;
}

/** A channel on a map. */
export type MapLine = readonly [Point, Point];

/** Content of a map. */
export interface MapScene {
  /** Smallest capacity first, so that large ones are on top. */
  nodes: readonly MapNode[];
  /** Largest first. */
  lines: readonly MapLine[];
}

const [small, large] = [
  [0x1e, 0x88, 0xe5],
  [0xd8, 0x1b, 0x60],
] as const;

/** Returns the weight of a node for its size, from 0 to 1. */
export const weightOf = (sats: number, maxSats: number): number =>
  maxSats <= 0 || sats <= 0 ? 0 : Math.min(1, (sats / maxSats) ** 0.2);

/** Returns the colour of a weight: blue to pink. */
export function colourOf(weight: number): string {
  const mixed = small.map((from, at) => Math.round(from + ((large[at] ?? 0) - from) * weight));
  return `rgb(${mixed.join(' ')})`;
}

/** Returns the radius of a weight in pixels. */
export const radiusOf = (weight: number, { scale }: MapView): number =>
  (1.2 + 3.4 * weight) * Math.min(2.2, Math.max(1, Math.sqrt(scale / 6)));

/** Width and opacity of lines, which follow the zoom. @param zoom times the scale of the world */
export function lineLook(zoom: number, count: number): { width: number; opacity: number } {
  const near = Math.min(1, Math.log2(Math.max(1, zoom)) / 4);
  const crowd = Math.min(1, 300 / Math.max(1, count)) ** 0.5;
  return { width: 0.5 + 0.5 * near, opacity: Math.min(0.6, 0.05 + 0.45 * Math.max(near, crowd)) };
}

/** Returns the middle point of the curve between two places, in pixels: bent to the north, by their distance. */
export function bend([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): [number, number] {
  const distance = Math.hypot(x2 - x1, y2 - y1);
  return [(x1 + x2) / 2, (y1 + y2) / 2 - 0.18 * distance];
}

const reachPx = 12;

/** Returns the node nearest to a point of the map, within some pixels; of nodes at one place the largest. */
export function nearestNode(
  nodes: readonly MapNode[],
  [x, y]: readonly [number, number],
  view: MapView,
  size: MapSize,
): MapNode | undefined {
  let best: MapNode | undefined;
  let bestDistance = reachPx ** 2;
  for (const node of nodes) {
    const [nodeX, nodeY] = project(node.at, view, size);
    const distance = (nodeX - x) ** 2 + (nodeY - y) ** 2;
    if (distance > bestDistance) continue;
    best = node;
    bestDistance = distance;
  }
  return best;
}
