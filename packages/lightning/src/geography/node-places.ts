import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Graph } from '../graph/graph.ts';
import { parseSocket, type SocketType } from '../graph/sockets.ts';
import type { AddressPlace, AddressPlaces } from './address-places.ts';

/** An announced address with its place. */
export interface LocatedSocket {
  /** `host:port`. */
  text: string;
  type: SocketType;
  place: AddressPlace | undefined;
}

interface NodePlace {
  /** The list it was computed from: another one after an announcement. */
  sockets: readonly string[];
  shown: AddressPlace | undefined;
}

/** Nodes located between two turns of the event loop. */
const nodesPerTurn = 250;
/** Maximum addresses of a node that are located, so that hostile announcements take bounded time. */
const maxSockets = 32;

/** The place of each node of a graph, from all of its addresses. */
export class NodePlaces {
  private readonly graph: Graph;
  private readonly addresses: AddressPlaces;
  private readonly places: (NodePlace | undefined)[] = [];
  private readFiles = -1;
  private running: Promise<void> | undefined;
  /** Increases when a place has changed. */
  version = 0;

  constructor(graph: Graph, addresses: AddressPlaces) {
    this.graph = graph;
    this.addresses = addresses;
  }

  /** Locates nodes that are new or have announced other addresses, and all of them after a file was read. */
  update(): Promise<void> {
    this.running ??= this.locate().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async locate(): Promise<void> {
    const { nodes } = this.graph;
    const { version } = this.addresses;
    // places of the last content are shown until the nodes are located again
    const isChanged = this.readFiles !== version;
    let located = 0;
    for (let row = 0; row < nodes.count; row++) {
      const sockets = nodes.sockets[row]!;
      const known = this.places[row];
      if (!isChanged && known?.sockets === sockets) continue;
      const shown = sockets.length === 0 ? undefined : shownPlace(this.socketsOf(row));
      if (!isSamePlace(known?.shown, shown)) this.version++;
      this.places[row] = { sockets, shown };
      if (sockets.length > 0 && ++located % nodesPerTurn === 0) await nextTurn();
    }
    this.readFiles = version;
  }

  /** Returns the place that is shown for a node; undefined: unknown. */
  placeOf(row: number): AddressPlace | undefined {
    return this.places[row]?.shown;
  }

  /** Returns the announced addresses of a node with their places. */
  socketsOf(row: number): LocatedSocket[] {
    return this.graph.nodes.sockets[row]!.slice(0, maxSockets).flatMap((text): LocatedSocket[] => {
      const socket = parseSocket(text);
      if (socket === undefined) return [];
      const { type } = socket;
      const isAddress = type === 'ipv4' || type === 'ipv6';
      const host = socket.text.slice(0, socket.text.lastIndexOf(':')).replace(/^\[|\]$/g, '');
      const isHere = host === '::1' || host.startsWith('127.');
      return [{ text: socket.text, type, place: isAddress && !isHere ? this.addresses.placeOf(host) : undefined }];
    });
  }
}

/** Most announcements repeat the addresses of the one before. */
const isSamePlace = (a: AddressPlace | undefined, b: AddressPlace | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    keyOf(a) === keyOf(b) &&
    a.longitude === b.longitude &&
    a.latitude === b.latitude &&
    a.organization === b.organization);

/** Returns the number of known parts of a place. */
const knowledgeOf = ({ longitude, city, asNumber }: AddressPlace): number =>
  (longitude === undefined ? 0 : 4) + (asNumber === undefined ? 0 : 2) + (city === undefined ? 0 : 1);

const keyOf = ({ country, city, asNumber }: AddressPlace): string => `${country?.id} ${city?.id} ${asNumber}`;

/**
 * Returns the place of a node with several addresses: of the most complete ones, the place of most addresses,
 * then the one of an IPv4 address, then of the smallest address. It does not depend on the order of the announcement.
 */
export function shownPlace(sockets: readonly LocatedSocket[]): AddressPlace | undefined {
  const counts = new Map<string, number>();
  for (const { place } of sockets) {
    if (place !== undefined) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  }
  const located = sockets.flatMap(({ text, type, place }) => (place === undefined ? [] : [{ text, type, place }]));
  located.sort(
    (a, b) =>
      knowledgeOf(b.place) - knowledgeOf(a.place) ||
      counts.get(keyOf(b.place))! - counts.get(keyOf(a.place))! ||
      Number(b.type === 'ipv4') - Number(a.type === 'ipv4') ||
      (a.text < b.text ? -1 : 1),
  );
  return located[0]?.place;
}
