import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LightningFact } from '@glassblock/journal';
import type { Sats, Txid, UnixSeconds } from '@glassblock/primitives';
import { positionOfChannel } from '../graph/channel-id.ts';
import type { ChannelPolicy } from '../graph/gossip.ts';
import type { Graph } from '../graph/graph.ts';
import { roomFor, widened } from '../graph/row-table.ts';

/** A policy of one side of a channel that replaced earlier ones. */
export interface PolicyChange {
  /** Row of the channel. */
  channel: number;
  side: 0 | 1;
  policy: ChannelPolicy;
  /** Changes since the last one that was reported; 0: the first known policy. */
  changes: number;
}

/** Changes since the last call. */
export interface ReportedChanges {
  facts: LightningFact[];
  policies: PolicyChange[];
}

/** Rows of the graph. */
interface Rows {
  nodes: readonly number[];
  channels: readonly number[];
}

/** How changes are reported. */
export interface ReportOptions {
  /** Unix seconds. */
  now: number;
  /** Height of the tip; undefined: unknown. */
  tipHeight: number | undefined;
  /** The graph is read for the first time: its content is known, not new. */
  isFirst: boolean;
  /** Report policies that changed a short time after their last report too. */
  isLast?: boolean;
}

/** One side of a channel is reported at most once in this time. */
const minPolicySeconds = 600;
/** Openings and closings that the graph shows later than this, two weeks, are not reported. */
const maxBlocksAgo = 2_016;
/** Rows that are compared in one turn of the event loop. */
export const rowsPerTurn = 1_000;
const unknown = 0;
const open = 1;
const closed = 2;

/**
 * Compares the graph with the last reported state: channels that opened and closed, also undone ones, nodes whose
 * announcement differs, and policies, of which those of ten minutes are one change. A different time alone is not a
 * change.
 */
export class GraphChanges {
  private readonly graph: Graph;
  /** Status of channels: unknown, open, or closed plus the reason. */
  private status = new Uint8Array(0);
  private closedAt = new Uint32Array(0);
  private readonly policies: PolicyNews;
  /** Hash of each node's announcement; 0: none. */
  private announced = new Uint32Array(0);

  private constructor(graph: Graph) {
    this.graph = graph;
    this.policies = new PolicyNews(graph);
  }

  /** Creates the comparison for a graph that does not change meanwhile: everything that is in it counts as reported. */
  static async of(graph: Graph): Promise<GraphChanges> {
    const changes = new GraphChanges(graph);
    const all = (count: number) => Array.from({ length: count }, (_, row) => row);
    const rows = { nodes: all(graph.nodes.count), channels: all(graph.channels.count) };
    const options = { now: 0, tipHeight: undefined, isFirst: true, isLast: true };
    for await (const _ of changes.takeInParts(rows, options));
    return changes;
  }

  /**
   * Returns the changes of rows part by part, with a turn of the event loop between them: those of a whole graph of
   * mainnet take 150 ms.
   */
  async *takeInParts(rows: Rows, options: ReportOptions): AsyncGenerator<ReportedChanges> {
    let isFirstPart = true;
    for (const part of partsOf(rows)) {
      if (!isFirstPart) await nextTurn();
      isFirstPart = false;
      yield this.take(part, options);
    }
  }

  /** Returns the changes of rows. */
  take(rows: Rows, { now, tipHeight, isFirst, isLast = false }: ReportOptions): ReportedChanges {
    const facts: LightningFact[] = [];
    const minHeight = tipHeight === undefined ? 0 : tipHeight - maxBlocksAgo;
    for (const row of rows.channels) {
      facts.push(...this.channelFacts(row, now, minHeight));
      this.policies.note(row);
    }
    for (const row of rows.nodes) if (this.hasNewAnnouncement(row)) facts.push(this.nodeFact(row));
    const policies = this.policies.take(now, isLast);
    if (isFirst) return { facts: [], policies };
    const reported = policies.filter(({ channel, changes }) => changes > 0 && this.graph.channels.isFunded(channel));
    return { facts: [...facts, ...reported.map((change) => this.policyFact(change))], policies };
  }

  private channelFacts(row: number, now: number, minHeight: number): LightningFact[] {
    const { channels, closures } = this.graph;
    if (row >= this.status.length) {
      const rows = roomFor(Math.max(row, channels.count));
      this.status = widened(this.status, rows);
      this.closedAt = widened(this.closedAt, rows);
    }
    const before = this.status[row]!;
    const closure = channels.closure[row]! - 1;
    const after = !channels.isFunded(row) ? unknown : closure === -1 ? open : closed + closures.reason[closure]!;
    const closedAt = closure === -1 ? 0 : closures.time[closure]!;
    if (before === after && this.closedAt[row] === closedAt) return [];
    this.status[row] = after;
    this.closedAt[row] = closedAt;
    const facts: LightningFact[] = [];
    const ends = this.endsOf(row);
    const time = now as UnixSeconds;
    if (after === unknown) return [{ type: 'channel-unfunded', ...ends, time }];
    if (before === unknown && positionOfChannel(channels.id[row]!).height > minHeight) facts.push(this.openedFact(row));
    if (after === open) {
      if (before >= closed) facts.push({ type: 'channel-reopened', ...ends, time });
    } else if (before !== unknown || closures.height[closure]! > minHeight) {
      const { txid, reason } = this.graph.closureOf(row)!;
      const closedTime = closedAt as UnixSeconds;
      facts.push({ type: 'channel-closed', ...ends, txid: txid as Txid, reason, time: closedTime });
    }
    return facts;
  }

  private openedFact(row: number): LightningFact {
    const { channels } = this.graph;
    const txid = channels.fundingTxid(row).slice() as Txid;
    const capacity = channels.capacity[row] as Sats;
    return { type: 'channel-opened', ...this.endsOf(row), txid, capacity, time: channels.created[row] as UnixSeconds };
  }

  private endsOf(row: number) {
    const { channels, nodes } = this.graph;
    const keyOf = (side: 0 | 1) => nodes.keyAt(channels.node[2 * row + side]!).slice();
    return { channel: channels.id[row]!, firstNode: keyOf(0), secondNode: keyOf(1) };
  }

  private hasNewAnnouncement(row: number): boolean {
    const { nodes } = this.graph;
    if (row >= this.announced.length) this.announced = widened(this.announced, roomFor(Math.max(row, nodes.count)));
    if (nodes.updatedAt[row] === 0) return false;
    const records = JSON.stringify(nodes.records.get(row) ?? {});
    const parts = [nodes.alias[row]!, nodes.color[row]!, nodes.features[row]!, ...nodes.sockets[row]!, records];
    const hash = hashOfText(parts.join('\n'));
    if (this.announced[row] === hash) return false;
    this.announced[row] = hash;
    // nodes of imported snapshots are not reported
    return this.graph.isNodeInGraph(row);
  }

  private nodeFact(row: number): LightningFact {
    const { nodes } = this.graph;
    return { type: 'node-updated', node: nodes.keyAt(row).slice(), time: nodes.updatedAt[row] as UnixSeconds };
  }

  private policyFact({ channel, side, policy, changes }: PolicyChange): LightningFact {
    const { firstNode, secondNode, channel: id } = this.endsOf(channel);
    const [node, peer] = side === 0 ? [firstNode, secondNode] : [secondNode, firstNode];
    const { feeRatePpm, baseFeeMsat, isDisabled, updatedAt } = policy;
    const fees = { feeRatePpm, baseFeeMsat, disabled: isDisabled };
    return { type: 'policy-changed', channel: id, node, peer, ...fees, changes, time: updatedAt as UnixSeconds };
  }
}

/** Returns rows in parts of one turn of the event loop, at least one. */
function partsOf({ nodes, channels }: Rows): Rows[] {
  const parts: Rows[] = [];
  for (let at = 0; at < channels.length; at += rowsPerTurn)
    parts.push({ nodes: [], channels: channels.slice(at, at + rowsPerTurn) });
  for (let at = 0; at < nodes.length; at += rowsPerTurn)
    parts.push({ nodes: nodes.slice(at, at + rowsPerTurn), channels: [] });
  return parts.length === 0 ? [{ nodes, channels }] : parts;
}

/** Policies that differ from the last reported ones. */
class PolicyNews {
  private readonly graph: Graph;
  /** Hash of the last seen policy, at twice the row plus the side; 0: none. */
  private seen = new Uint32Array(0);
  /** Unix seconds of the last report. */
  private reportedAt = new Uint32Array(0);
  /** Changes since then. */
  private readonly pending = new Map<number, number>();

  constructor(graph: Graph) {
    this.graph = graph;
  }

  note(row: number): void {
    const { channels } = this.graph;
    if (2 * row + 1 >= this.seen.length) {
      const rows = 2 * roomFor(Math.max(row, channels.count));
      this.seen = widened(this.seen, rows);
      this.reportedAt = widened(this.reportedAt, rows);
    }
    for (const at of [2 * row, 2 * row + 1]) {
      const policy = channels.policy(at);
      if (policy === undefined) continue;
      const hash = hashOfPolicy(policy);
      if (this.seen[at] === hash) continue;
      this.pending.set(at, this.seen[at] === 0 ? 0 : (this.pending.get(at) ?? 0) + 1);
      this.seen[at] = hash;
    }
  }

  take(now: number, isLast: boolean): PolicyChange[] {
    const changes: PolicyChange[] = [];
    for (const [at, count] of this.pending) {
      if (!isLast && now - this.reportedAt[at]! < minPolicySeconds) continue;
      this.pending.delete(at);
      this.reportedAt[at] = now;
      const policy = this.graph.channels.policy(at)!;
      changes.push({ channel: at >> 1, side: (at & 1) as 0 | 1, policy, changes: count });
    }
    return changes;
  }
}

const maxUint32 = 2 ** 32;

/** Hashes the content of a policy; never 0. */
function hashOfPolicy({ feeRatePpm, baseFeeMsat, cltvDelta, minHtlcMsat, maxHtlcMsat, isDisabled }: ChannelPolicy) {
  let hash = isDisabled ? 1 : 2;
  for (const value of [feeRatePpm, baseFeeMsat, cltvDelta, minHtlcMsat, maxHtlcMsat]) {
    hash = Math.imul(hash ^ (value % maxUint32), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(value / maxUint32), 0x85ebca77);
  }
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}

/** Hashes a text; never 0. */
function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}
