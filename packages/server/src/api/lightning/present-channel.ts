import type { LightningChannel, LightningChannelHit, NodeChannel, PenaltyRow, TxChannels } from '@glassblock/contract';
import {
  type Attribution,
  channelStatus,
  closingReasons,
  type Graph,
  minUpdateTime,
  type NodePlaces,
  shortIdOf,
} from '@glassblock/lightning';
import { displayHash } from '@glassblock/primitives';
import { coordinatesOf } from './place-members.ts';
import { capacitySum, shownAlias } from './present-node.ts';

const isoOrNull = (seconds: number): string | null =>
  seconds < minUpdateTime ? null : new Date(seconds * 1_000).toISOString();

/** Ids above 2^53, which nearly all are, do not fit into a JSON number of most readers. */
export const wireId = (id: bigint): string | number => (id > BigInt(Number.MAX_SAFE_INTEGER) ? String(id) : Number(id));

/** A reason without a number of the wire format is null: it is unknown, or a splice. */
function wireReason(reason: keyof typeof closingReasons): number | null {
  const number = closingReasons[reason];
  return number >= closingReasons.mutual && number <= closingReasons.penalty ? number : null;
}

/** Returns the newer update of both policies; 0 without one. */
function updatedAt({ channels }: Graph, row: number): number {
  return Math.max(channels.policyTime[2 * row]!, channels.policyTime[2 * row + 1]!);
}

/** Returns a channel found by the search. */
export function channelHit({ channels }: Graph, row: number): LightningChannelHit {
  const id = channels.id[row]!;
  return { id: wireId(id), short_id: shortIdOf(id), capacity: channels.capacity[row]!, status: channels.status[row]! };
}

function policyOf({ channels }: Graph, at: number) {
  const policy = channels.policy(at);
  return {
    base_fee_mtokens: policy?.baseFeeMsat ?? null,
    cltv_delta: policy?.cltvDelta ?? null,
    fee_rate: policy?.feeRatePpm ?? null,
    is_disabled: policy === undefined ? null : policy.isDisabled ? 1 : 0,
    max_htlc_mtokens: policy?.maxHtlcMsat ?? null,
    min_htlc_mtokens: policy?.minHtlcMsat ?? null,
    updated_at: isoOrNull(policy?.updatedAt ?? 0),
  };
}

function sideOf(
  graph: Graph,
  row: number,
  side: 0 | 1,
  places: NodePlaces | undefined,
  attribution: Attribution | undefined,
): LightningChannel['node_left'] {
  const { channels, nodes } = graph;
  const node = channels.node[2 * row + side]!;
  return {
    alias: nodes.alias[node]!,
    public_key: nodes.publicKey(node),
    ...(places && {
      channels: nodes.activeChannels[node]!,
      capacity: nodes.capacity[node]!,
      ...coordinatesOf(places.placeOf(node)),
    }),
    ...policyOf(graph, 2 * row + side),
    funding_balance: attribution?.funder === side ? channels.capacity[row]! : 0,
    closing_balance: attribution?.closingSats?.[side] ?? 0,
    ...(attribution?.closer === side && { initiated_close: true as const }),
  };
}

const ratioDigits = 1e6;

/**
 * Returns a channel with both of its sides.
 * @param places undefined: without figures and places of the nodes
 * @param attribution undefined: not computed, or unknown
 */
export function presentChannel(
  graph: Graph,
  row: number,
  places: NodePlaces | undefined,
  attribution?: Attribution,
): LightningChannel {
  const { channels } = graph;
  const id = channels.id[row]!;
  const closure = graph.closureOf(row);
  return {
    id: wireId(id),
    short_id: shortIdOf(id),
    capacity: channels.capacity[row]!,
    transaction_id: displayHash(channels.fundingTxid(row)),
    transaction_vout: Number(id & 0xffffn),
    closing_transaction_id: closure === undefined ? null : displayHash(closure.txid),
    closing_fee: closure?.feeSats ?? 0,
    closing_reason: closure === undefined ? null : wireReason(closure.reason),
    closing_date: isoOrNull(closure?.time ?? 0),
    updated_at: isoOrNull(updatedAt(graph, row)),
    created: isoOrNull(channels.created[row]!),
    status: channels.status[row]!,
    funding_ratio: attribution === undefined ? null : Math.round(attribution.fundingRatio * ratioDigits) / ratioDigits,
    closed_by:
      attribution?.closer === undefined ? null : graph.nodes.publicKey(channels.node[2 * row + attribution.closer]!),
    single_funded: attribution?.isSingleFunded ?? false,
    node_left: sideOf(graph, row, 0, places, attribution),
    node_right: sideOf(graph, row, 1, places, attribution),
  };
}

/** Which channels of a node are listed. */
export type ChannelFilter = 'open' | 'active' | 'closed';

const pageRows = 10;
const maxReducedRows = 1_000;

/** Returns a page of a node's channels, and the number in its header. @param index first row; -1: all, in the reduced form by default */
export function channelsOfNode(
  graph: Graph,
  node: number,
  filter: ChannelFilter,
  index: number,
  isReduced = index < 0,
): { rows: NodeChannel[]; total: number } {
  const { channels, nodes } = graph;
  const isListed = (row: number) => {
    const status = channels.status[row]!;
    if (filter === 'closed') return status === channelStatus.closed;
    return filter === 'active' ? status === channelStatus.active : status !== channelStatus.closed;
  };
  const own = [...graph.channelsOf(node)].filter(({ channel }) => isListed(channel));
  const closedAt = (row: number) => graph.closureOf(row)?.time ?? 0;
  const byCapacity = (a: number, b: number) =>
    channels.capacity[b]! - channels.capacity[a]! || (channels.id[a]! < channels.id[b]! ? -1 : 1);
  const order =
    filter === 'closed' ? (a: number, b: number) => closedAt(b) - closedAt(a) || byCapacity(a, b) : byCapacity;
  own.sort((a, b) => order(a.channel, b.channel));
  const page = index < 0 ? own.slice(0, maxReducedRows) : own.slice(index, index + pageRows);
  const total = filter === 'closed' ? nodes.closedChannels[node]! : nodes.openChannels[node]!;
  return { rows: page.map(({ channel, side }) => listedChannel(graph, channel, side, isReduced)), total };
}

function listedChannel(graph: Graph, row: number, side: 0 | 1, isReduced: boolean): NodeChannel {
  const { channels, nodes } = graph;
  const { id, short_id, capacity, status } = channelHit(graph, row);
  const other = channels.node[2 * row + 1 - side]!;
  const node = { alias: shownAlias(graph, other), public_key: nodes.publicKey(other) };
  if (isReduced) return { capacity, short_id, id, node };
  const closure = graph.closureOf(row);
  return {
    status,
    closing_reason: closure === undefined ? null : wireReason(closure.reason),
    closing_date: closure?.time ?? null,
    capacity,
    short_id,
    id,
    fee_rate: channels.policy(2 * row + side)?.feeRatePpm ?? null,
    node: { ...node, channels: nodes.activeChannels[other]!, capacity: capacitySum(graph, other) },
  };
}

/**
 * Returns the channels that a transaction closed and opened.
 * @param txid internal order
 */
export function channelsOfTx(graph: Graph, txid: Uint8Array): TxChannels {
  const inputs: TxChannels['inputs'] = {};
  const outputs: TxChannels['outputs'] = {};
  const [closed] = graph.closures.channelsOf(txid);
  // clients look for the closing under the first input
  if (closed !== undefined) inputs['0'] = presentChannel(graph, closed, undefined);
  for (const row of graph.channels.fundedBy(txid)) {
    outputs[String(graph.channels.id[row]! & 0xffffn)] = presentChannel(graph, row, undefined);
  }
  return { inputs, outputs };
}

/** Returns channels that were closed with a penalty, newest first. */
export function penalties(graph: Graph): PenaltyRow[] {
  const { closures } = graph;
  const rows: number[] = [];
  for (let row = 0; row < closures.length; row++) {
    if (closures.channel[row] !== -1 && closures.reason[row] === closingReasons.penalty) rows.push(row);
  }
  rows.sort((a, b) => closures.time[b]! - closures.time[a]!);
  return rows.map((row) => penaltyRow(graph, closures.channel[row]!));
}

function penaltyRow(graph: Graph, row: number): PenaltyRow {
  const { node_left, node_right, ...channel } = presentChannel(graph, row, undefined);
  const flat = <P extends string>(prefix: P, side: LightningChannel['node_left']) => {
    const { alias: _, channels: _channels, capacity, longitude, latitude, initiated_close, ...stored } = side;
    return Object.fromEntries(Object.entries(stored).map(([name, value]) => [`${prefix}_${name}`, value]));
  };
  return {
    ...channel,
    ...flat('node1', node_left),
    ...flat('node2', node_right),
    closing_resolved: graph.closureOf(row)!.isResolved ? 1 : 0,
    source_checked: 0,
    single_funded: 0,
    outputs: null,
    alias_left: node_left.alias,
    alias_right: node_right.alias,
  } as PenaltyRow;
}
