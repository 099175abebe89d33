import { channelStatus } from '../graph/channel-columns.ts';
import type { Graph } from '../graph/graph.ts';
import { roomFor, widened } from '../graph/row-table.ts';
import type { ChangeLog, NodeReach } from './change-log.ts';

/** Times of a node in a period, in seconds. */
export interface Uptime {
  reachedSeconds: number;
  /** Seconds for which the reachability of the node is known. */
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

  /** Observes all nodes. @param time Unix seconds @param signal aborted: nothing is stored */
  async observe(time: number, signal: AbortSignal): Promise<void> {
    const { nodes } = this.graph;
    const count = nodes.count;
    if (count > this.state.length) this.state = widened(this.state, roomFor(count));
    const { state } = this;
    const changed: { node: number; isUp: boolean }[] = [];
    for (let node = 0; node < count; node++) {
      const isUp = isReached(this.graph, node);
      if (state[node] !== (isUp ? reached : unreached)) changed.push({ node, isUp });
    }
    const unread = changed.flatMap(({ node }) => (state[node] === unknown ? [node] : []));
    const read = unread.length === 0 ? [] : await this.log.lastReachOf(unread, signal);
    if (read === undefined) return;
    const stored = new Map(unread.map((node, i) => [node, read[i]]));
    const changes = changed.flatMap(({ node, isUp }) => {
      const last = state[node] === unknown ? stored.get(node) : state[node] === reached;
      state[node] = isUp ? reached : unreached;
      // nodes that never had a usable channel have no rows
      const isChange = last === undefined ? isUp : last !== isUp;
      return isChange ? [{ node, isReached: isUp, isKnown: last !== undefined }] : [];
    });
    if (changes.length > 0) await this.log.addReach(changes, time);
  }
}

/**
 * Sums up the times of a node in a period.
 * @param changes newest first
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
