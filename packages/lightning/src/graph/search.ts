import { type ChannelId, channelIdRanges } from './channel-id.ts';
import type { Graph } from './graph.ts';
import { searchWords } from './node-columns.ts';

const maxHits = 10;
const maxTextLength = 200;

/** Searches nodes and channels of a graph, in orders of the last refresh: sorting them takes some ten milliseconds. */
export class GraphSearch {
  private readonly graph: Graph;
  private nodeOrder = { version: -1, rows: new Uint32Array(0) };
  private channelOrder = { count: -1, ids: new BigUint64Array(0) };

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** Sorts nodes and channels again if the graph has changed; returns whether it has. */
  refresh(): boolean {
    const { nodes, version, channels } = this.graph;
    if (this.nodeOrder.version === version) return false;
    const rows = Uint32Array.from({ length: nodes.count }, (_, row) => row);
    const { capacity } = nodes;
    rows.sort((a, b) => capacity[b]! - capacity[a]! || a - b);
    this.nodeOrder = { version, rows };
    if (this.channelOrder.count !== channels.count) {
      this.channelOrder = { count: channels.count, ids: channels.id.slice(0, channels.count).sort() };
    }
    return true;
  }

  /** Returns rows of nodes in the graph or before, largest capacity first. */
  nodesByCapacity(): Uint32Array {
    if (this.nodeOrder.version === -1) this.refresh();
    return this.nodeOrder.rows;
  }

  /**
   * Returns the rows of at most ten nodes whose public key starts with the letters and digits of a text, or whose alias
   * has a word that starts with each word of it; largest capacity first.
   */
  findNodes(text: string): number[] {
    if (text.length > maxTextLength) return [];
    const words = searchWords(text).split(' ').slice(1);
    const key = text.replace(/[^0-9a-zA-Z]/g, '').toLowerCase();
    const isKey = key !== '' && key.length <= 66 && /^0[23]?[0-9a-f]*$/.test(key);
    const { nodes } = this.graph;
    const found: number[] = [];
    for (const row of this.nodesByCapacity()) {
      const matches =
        (words.length > 0 && words.every((word) => nodes.words[row]!.includes(` ${word}`))) ||
        (isKey && nodes.publicKey(row).startsWith(key));
      if (matches && found.push(row) === maxHits) break;
    }
    return found;
  }

  /** Returns the rows of at most ten channels whose id or short id starts with a text, smallest id first. */
  findChannels(text: string): number[] {
    const ids = this.orderedChannels();
    const found = new Set<ChannelId>();
    for (const { first, last } of channelIdRanges(text)) {
      for (let at = lowerBound(ids, first); at < ids.length && ids[at]! <= last && found.size < maxHits; at++) {
        found.add(ids[at]!);
      }
    }
    return [...found].sort((a, b) => (a < b ? -1 : 1)).map((id) => this.graph.channels.find(id));
  }

  private orderedChannels(): BigUint64Array {
    if (this.nodeOrder.version === -1) this.refresh();
    return this.channelOrder.ids;
  }
}

function lowerBound(ids: BigUint64Array, wanted: ChannelId): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
