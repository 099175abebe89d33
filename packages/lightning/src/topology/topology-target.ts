import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChannelId } from '../graph/channel-id.ts';
import type { GossipNode } from '../graph/gossip.ts';
import type { Graph } from '../graph/graph.ts';
import type { LightningHistory } from '../history.ts';
import type { ImportedDay } from '../statistics/imported-day.ts';

/** Progress of an import. */
export interface TopologyProgress {
  /** Files that were read or left out. */
  files: number;
  /** All files. */
  of: number;
  /** Days that got statistics. */
  days: number;
}

/** A channel of an earlier time. */
export interface PastChannel {
  id: ChannelId;
  /** Public keys of both sides. */
  keys: readonly [string, string];
}

/** Storage of an import; its messages can pass to another thread. */
export interface TopologyTarget {
  /** Adds nodes and channels that are not known. @param part time: Unix seconds at which they existed */
  add(part: { time: number; nodes: readonly GossipNode[]; channels: readonly PastChannel[] }): Promise<void>;
  /** Returns sats and block times of the funding outputs of added channels; 0 where the chain has none. */
  fundings(ids: BigUint64Array): Promise<{ capacity: Float64Array; created: Uint32Array }>;
  /** Stores a day. @throws {CodedError} store.write-failed */
  addDay(day: ImportedDay): Promise<void>;
  progress(progress: TopologyProgress): Promise<void>;
}

/** Lookups between two turns of the event loop. */
const lookupsPerTurn = 2_000;

/**
 * Creates a target that stores in the graph and its history.
 * @param settle looks up the funding outputs of new channels and stores them
 */
export function createTopologyTarget(
  graph: Graph,
  history: LightningHistory,
  settle: () => Promise<void>,
): Omit<TopologyTarget, 'progress'> {
  return {
    async add({ time, nodes, channels }) {
      for (const node of nodes) graph.addPastNode(node, time);
      for (const { id, keys } of channels) {
        if (graph.channels.find(id) !== -1) continue;
        graph.addChannel(id, graph.nodes.findOrAdd(keys[0]), graph.nodes.findOrAdd(keys[1]));
      }
    },
    async fundings(ids) {
      await settle();
      const { channels } = graph;
      const capacity = new Float64Array(ids.length);
      const created = new Uint32Array(ids.length);
      for (const [at, id] of ids.entries()) {
        if (at % lookupsPerTurn === lookupsPerTurn - 1) await nextTurn();
        const row = channels.find(id);
        if (row === -1) continue;
        capacity[at] = channels.capacity[row]!;
        created[at] = channels.created[row]!;
      }
      return { capacity, created };
    },
    addDay: (day) => history.addImported(day),
  };
}
