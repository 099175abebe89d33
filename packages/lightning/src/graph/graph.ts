import { ChannelColumns, channelStatus } from './channel-columns.ts';
import type { ChannelId } from './channel-id.ts';
import { type Closure, ClosureColumns } from './closure-columns.ts';
import { type ChannelPolicy, type GossipChannel, type GossipNode, minUpdateTime, type NodeUpdate } from './gossip.ts';
import { NodeColumns } from './node-columns.ts';
import { RowSet } from './row-table.ts';

/** Maximum number of sources: each has one bit. */
export const maxSources = 8;

/** The funding output of a channel, as found in the chain. */
export interface Funding {
  /** Internal order. */
  txid: Uint8Array;
  capacitySats: number;
  /** Unix seconds of its block. */
  time: number;
}

/** One complete view of a source; nodes and channels that it does not report are removed from the source's view. */
export interface GraphSnapshot {
  node(node: GossipNode): void;
  channel(channel: GossipChannel): void;
  finish(): void;
}

/**
 * The Lightning graph: the union of the views of all sources, with closed channels. Of several announcements, the
 * newest applies. Statistics of nodes are updated with each change.
 */
export class Graph {
  readonly nodes = new NodeColumns();
  readonly channels = new ChannelColumns();
  readonly closures = new ClosureColumns();
  /** Rows changed since the last `takeChanges`. */
  private changedNodes = new Set<number>();
  private changedChannels = new Set<number>();
  /** Increases with each change. */
  version = 0;

  /** Bytes of the typed columns. */
  get bytes(): number {
    return this.nodes.bytes + this.channels.bytes + this.closures.bytes;
  }

  /** Returns the rows that changed since the last call, in order. */
  takeChanges(): { nodes: number[]; channels: number[] } {
    const ascending = (rows: Set<number>) => [...rows].sort((a, b) => a - b);
    const changes = { nodes: ascending(this.changedNodes), channels: ascending(this.changedChannels) };
    this.changedNodes = new Set();
    this.changedChannels = new Set();
    return changes;
  }

  /** Reports rows as changed again: they could not be stored. */
  keepChanges({ nodes, channels }: { nodes: readonly number[]; channels: readonly number[] }): void {
    for (const row of nodes) this.changedNodes.add(row);
    for (const row of channels) this.changedChannels.add(row);
  }

  /** Returns whether a source has the node in its graph. */
  isNodeInGraph(row: number): boolean {
    return this.nodes.sources[row] !== 0;
  }

  /** Adds or updates a node that a source reports. */
  upsertNode(node: NodeUpdate, source: number): number {
    const { nodes } = this;
    const row = nodes.findOrAdd(node.publicKey);
    this.addNodeSource(row, source);
    if (node.updatedAt > nodes.updatedAt[row]!) this.announceNode(row, node, source);
    return row;
  }

  /**
   * Adds or updates a node of the complete view of a source, which replaces the updates of the same source: their times
   * are those of their arrival, and they lack records.
   */
  private upsertViewedNode(node: GossipNode, source: number): number {
    const { nodes } = this;
    const row = this.upsertNode(node, source);
    const isEarlier = node.updatedAt >= minUpdateTime && node.updatedAt < nodes.updatedAt[row]!;
    if (isEarlier && nodes.announcedBy[row] === source) this.announceNode(row, node, source);
    return row;
  }

  private announceNode(row: number, node: NodeUpdate, source: number): void {
    const { nodes } = this;
    nodes.announce(row, { ...node, records: node.records ?? nodes.records.get(row) ?? {} });
    nodes.announcedBy[row] = source;
    this.touchNode(row);
  }

  /** Adds a node of an earlier time unless it is known. @param time Unix seconds at which it existed */
  addPastNode({ publicKey, ...about }: GossipNode, time: number): number {
    const { nodes } = this;
    let row = nodes.find(publicKey);
    if (row === -1 || nodes.updatedAt[row] === 0) {
      row = nodes.findOrAdd(publicKey);
      nodes.announce(row, about);
      this.touchNode(row);
    }
    this.seeNode(row, time);
    return row;
  }

  /**
   * Adds or updates a channel that a source reports. A second one with the same id but other nodes is ignored: its
   * policies are not those of the nodes that are known.
   * @returns -1 when it is ignored
   */
  upsertChannel(channel: GossipChannel, source: number): number {
    const { channels, nodes } = this;
    let row = channels.find(channel.id);
    if (row === -1) {
      row = this.addChannel(channel.id, nodes.findOrAdd(channel.keys[0]), nodes.findOrAdd(channel.keys[1]));
    } else if (channel.keys.some((key, side) => nodes.find(key) !== channels.node[2 * row + side])) return -1;
    for (const side of [0, 1] as const) {
      this.addNodeSource(channels.node[2 * row + side]!, source);
      const policy = channel.policies[side];
      if (policy !== undefined) this.setPolicy(row, side, policy, source);
    }
    const bit = 1 << source;
    if ((channels.sources[row]! & bit) === 0) {
      channels.sources[row]! |= bit;
      this.touchChannel(row);
    }
    this.refreshStatus(row);
    return row;
  }

  /** Updates the policy of one side, if it is newer; returns whether it was. */
  setPolicy(row: number, side: 0 | 1, policy: ChannelPolicy, source: number): boolean {
    const at = 2 * row + side;
    if (policy.updatedAt <= this.channels.policyTime[at]!) return false;
    this.channels.setPolicy(at, policy, source);
    this.touchChannel(row);
    return true;
  }

  /** Removes a channel from the view of a source. */
  removeChannel(id: ChannelId, source: number): void {
    const row = this.channels.find(id);
    if (row !== -1) this.removeChannelSource(row, source);
  }

  /** Sets the funding output of a channel. */
  setFunding(row: number, funding: Funding): void {
    if (this.channels.isFunded(row)) return;
    this.recount(row, -1);
    this.channels.setFunding(row, funding.txid, funding.capacitySats, funding.time);
    this.recount(row, 1);
    for (const side of [0, 1] as const) this.seeNode(this.channels.node[2 * row + side]!, funding.time);
    this.touchChannel(row);
  }

  /** Undoes openings: their blocks were disconnected. */
  removeFundings(rows: readonly number[]): void {
    for (const row of rows) this.recount(row, -1);
    this.channels.removeFundings(rows);
    for (const row of rows) {
      this.recount(row, 1);
      this.touchChannel(row);
    }
  }

  /** Closes a channel, or replaces the data of its closing. */
  close(row: number, closure: Closure): void {
    const { channels, closures } = this;
    const known = channels.closure[row]!;
    if (known === 0) channels.closure[row] = closures.add(row, closure) + 1;
    else closures.update(known - 1, closure);
    this.refreshStatus(row);
    this.touchChannel(row);
  }

  /** Undoes a closing: its block was disconnected. */
  reopen(row: number): void {
    const known = this.channels.closure[row]!;
    if (known === 0) return;
    this.closures.remove(known - 1);
    this.channels.closure[row] = 0;
    this.refreshStatus(row);
    this.touchChannel(row);
  }

  /** Returns how a channel was closed; undefined while it is not. */
  closureOf(row: number): Closure | undefined {
    const known = this.channels.closure[row]!;
    return known === 0 ? undefined : this.closures.at(known - 1);
  }

  /** Iterates the channels of a node, newest row first, with the node's side. */
  *channelsOf(node: number): Generator<{ channel: number; side: 0 | 1 }> {
    for (let link = this.nodes.firstLink[node]!; link !== -1; link = this.channels.nextLink[link]!) {
      yield { channel: link >> 1, side: (link & 1) as 0 | 1 };
    }
  }

  /** Returns the newest channels between two nodes. */
  channelsBetween(node: number, peer: number, limit: number): number[] {
    const { nodes, channels } = this;
    const channelCount = (row: number) => nodes.openChannels[row]! + nodes.closedChannels[row]!;
    const [fewer, other] = channelCount(node) <= channelCount(peer) ? [node, peer] : [peer, node];
    const found: number[] = [];
    for (const { channel, side } of this.channelsOf(fewer)) {
      if (channels.node[2 * channel + 1 - side] === other && found.push(channel) === limit) break;
    }
    return found;
  }

  /** Starts to read a complete view of a source. */
  beginSnapshot(source: number): GraphSnapshot {
    const seenNodes = new RowSet();
    const seenChannels = new RowSet();
    return {
      node: (node) => seenNodes.add(this.upsertViewedNode(node, source)),
      channel: (channel) => {
        const row = this.upsertChannel(channel, source);
        if (row === -1) return;
        seenChannels.add(row);
        for (const side of [0, 1]) seenNodes.add(this.channels.node[2 * row + side]!);
      },
      finish: () => {
        for (let row = 0; row < this.channels.count; row++) {
          if (!seenChannels.has(row)) this.removeChannelSource(row, source);
        }
        for (let row = 0; row < this.nodes.count; row++) {
          if (!seenNodes.has(row)) this.removeNodeSource(row, source);
        }
      },
    };
  }

  /** Adds a channel that no source reports now; for stored rows. */
  addChannel(id: ChannelId, first: number, second: number): number {
    const row = this.channels.add(id, first, second);
    for (const [side, node] of [first, second].entries()) {
      this.channels.nextLink[2 * row + side] = this.nodes.firstLink[node]!;
      this.nodes.firstLink[node] = 2 * row + side;
    }
    this.recount(row, 1);
    this.touchChannel(row);
    return row;
  }

  /** Records that a node existed at this time. */
  seeNode(row: number, time: number): void {
    const known = this.nodes.firstSeen[row]!;
    if (known !== 0 && known <= time) return;
    this.nodes.firstSeen[row] = time;
    this.touchNode(row);
  }

  private addNodeSource(row: number, source: number): void {
    const before = this.nodes.sources[row]!;
    this.nodes.sources[row] = before | (1 << source);
    if (before === 0) this.nodeStatusChanged(row);
  }

  private removeNodeSource(row: number, source: number): void {
    const before = this.nodes.sources[row]!;
    const after = before & ~(1 << source);
    if (before === after) return;
    this.nodes.sources[row] = after;
    if (after === 0) this.nodeStatusChanged(row);
  }

  private nodeStatusChanged(row: number): void {
    this.touchNode(row);
    for (const { channel } of this.channelsOf(row)) this.refreshStatus(channel);
  }

  private removeChannelSource(row: number, source: number): void {
    const before = this.channels.sources[row]!;
    const after = before & ~(1 << source);
    if (before === after) return;
    this.channels.sources[row] = after;
    this.refreshStatus(row);
    this.touchChannel(row);
  }

  /** A channel is active while a source and both of its nodes are in the graph and its funding output is unspent. */
  private refreshStatus(row: number): void {
    const { channels } = this;
    const inGraph = (side: number) => this.isNodeInGraph(channels.node[2 * row + side]!);
    const isActive = channels.sources[row] !== 0 && inGraph(0) && inGraph(1);
    const status =
      channels.closure[row] !== 0 ? channelStatus.closed : isActive ? channelStatus.active : channelStatus.inactive;
    if (status === channels.status[row]) return;
    this.recount(row, -1);
    channels.status[row] = status;
    this.recount(row, 1);
    this.touchChannel(row);
  }

  /** Adds a channel to the statistics of its nodes, or subtracts it. */
  private recount(row: number, sign: 1 | -1): void {
    const { channels, nodes } = this;
    const status = channels.status[row]!;
    for (const side of [0, 1]) {
      const node = channels.node[2 * row + side]!;
      if (status === channelStatus.closed) nodes.closedChannels[node]! += sign;
      else nodes.openChannels[node]! += sign;
      if (status !== channelStatus.active) continue;
      nodes.activeChannels[node]! += sign;
      nodes.capacity[node]! += sign * channels.capacity[row]!;
    }
  }

  private touchNode(row: number): void {
    this.changedNodes.add(row);
    this.version++;
  }

  private touchChannel(row: number): void {
    this.changedChannels.add(row);
    this.version++;
  }
}
