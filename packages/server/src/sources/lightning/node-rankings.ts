import { channelStatus, type Graph, type GraphSearch } from '@glassblock/lightning';

/** Orders of rankings. */
export type Ranking = 'capacity' | 'channels' | 'age';

/** A node in a ranking, with its values when it was ranked. */
export interface RankedRow {
  readonly row: number;
  readonly capacitySats: number;
  /** Active channels whose funding transaction is found: those that the statistics count. */
  readonly channelCount: number;
  /** Unix seconds; 0: unknown. */
  readonly firstSeen: number;
  /** Unix seconds; 0: unknown. */
  readonly updatedAt: number;
}

/** The first hundred nodes of each ranking: nodes in the graph. */
export type NodeRankings = Readonly<Record<Ranking, readonly RankedRow[]>>;

const maxRanked = 100;

/** Ranks the nodes of a graph. Linear in them and in the channels, after sorting by capacity if the graph has changed. */
export function rankNodes(graph: Graph, search: GraphSearch): NodeRankings {
  search.refresh();
  const { nodes } = graph;
  const inGraph = search.nodesByCapacity().filter((row) => graph.isNodeInGraph(row));
  const { capacity, firstSeen, updatedAt } = nodes;
  const channelCounts = countChannels(graph);
  const ranked = (rows: Iterable<number>): RankedRow[] =>
    Array.from(rows, (row) => ({
      row,
      capacitySats: capacity[row]!,
      channelCount: channelCounts[row]!,
      firstSeen: firstSeen[row]!,
      updatedAt: updatedAt[row]!,
    }));
  const dated = inGraph.filter((row) => firstSeen[row] !== 0);
  return {
    capacity: ranked(inGraph.subarray(0, maxRanked)),
    channels: ranked(firstInOrder(inGraph, maxRanked, (a, b) => channelCounts[b]! - channelCounts[a]!)),
    age: ranked(firstInOrder(dated, maxRanked, (a, b) => firstSeen[a]! - firstSeen[b]!)),
  };
}

/** Counts the channels of each node. */
function countChannels({ nodes, channels }: Graph): Uint32Array {
  const counts = new Uint32Array(nodes.count);
  for (let row = 0; row < channels.count; row++) {
    if (channels.status[row] !== channelStatus.active || !channels.isFunded(row)) continue;
    counts[channels.node[2 * row]!]!++;
    counts[channels.node[2 * row + 1]!]!++;
  }
  return counts;
}

/** Returns the first rows in an order without sorting the others; equal ones stay in their order. */
function firstInOrder(rows: Iterable<number>, count: number, compare: (a: number, b: number) => number): number[] {
  const first: number[] = [];
  for (const row of rows) {
    const last = first.at(-1);
    if (first.length === count && last !== undefined && compare(row, last) >= 0) continue;
    const at = first.findIndex((other) => compare(row, other) < 0);
    first.splice(at === -1 ? first.length : at, 0, row);
    if (first.length > count) first.pop();
  }
  return first;
}
