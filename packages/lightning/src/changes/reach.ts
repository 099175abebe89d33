import { channelStatus } from '../graph/channel-columns.ts';
import type { Graph } from '../graph/graph.ts';
import { roomFor, widened } from '../graph/row-table.ts';
import type { ChangeLog, NodeReach } from './change-log.ts';

/** Times of a node in a period, in seconds. */
export interface Uptime {
  reachedSeconds: number;
  /** Seconds of which it is known whether the node could be reached. */
  knownSeconds: number;
}

const unknown = 0;
const unreached = 1;
const reached = 2;

/**
 * Returns whether gossip shows a node as running: it is in the graph, and a peer has an active channel with it that the
 * peer has not disabled. Peers disable channels to nodes that do not answer.
 */
export function isReached(graph: Graph, node: number): boolean {
  if (!graph.isNodeInGraph(node)) return false;
  const { channels } = graph;
  for (const { channel, side } of graph.channelsOf(node)) {
    if (channels.status[channel] !== channelStatus.active) continue;
    const peer = 2 * channel + 1 - side;
    if (channels.policyTime[peer] !== 0 && channels.disabled[peer] === 0) return true;
  }
  return false;
}

/** Observes which nodes can be reached and stores changes. */
export class ReachObserver {
  private readonly graph: Graph;
  private readonly log: ChangeLog;
  private state = new Uint8Array(0);

  constructor(graph: Graph, log: ChangeLog) {
    this.graph = graph;
    this.log = log;
  }

  /** Looks at all nodes. @param time  Unix seconds */
  async observe(time: number): Promise<void> {
    const { nodes } = this.graph;
    const before = this.state.length;
    const count = nodes.count;
    if (count > before) this.state = widened(this.state, roomFor(count));
    const changes: { node: number; isReached: boolean; isKnown: boolean }[] = [];
    for (let node = 0; node < count; node++) {
      const after = isReached(this.graph, node) ? reached : unreached;
      const known = this.state[node]!;
      if (known === after) continue;
      const last = known === unknown ? (await this.log.reachOf(node, 1))[0] : undefined;
      this.state[node] = after;
      // nodes that never had a usable channel have no rows
      const hasRows = known !== unknown || last !== undefined;
      if (last === undefined ? hasRows || after === reached : last.isReached !== (after === reached)) {
        changes.push({ node, isReached: after === reached, isKnown: hasRows });
      }
    }
    if (changes.length > 0) await this.log.addReach(changes, time);
  }
}

/**
 * Sums up the times of a node in a period.
 * @param changes  newest first
 */
export function uptimeOf(changes: readonly NodeReach[], from: number, until: number): Uptime {
  const uptime = { reachedSeconds: 0, knownSeconds: 0 };
  let end = until;
  for (const { time, isReached: isUp } of changes) {
    const start = Math.max(time, from);
    if (start < end) {
      uptime.knownSeconds += end - start;
      if (isUp) uptime.reachedSeconds += end - start;
    }
    end = Math.min(end, start);
    if (time <= from) break;
  }
  return uptime;
}
