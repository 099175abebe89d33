import type { LightningCourse, SimulatedChannel } from './lightning-course.ts';
import type { LightningNode } from './lightning-nodes.ts';

/* Answers in the form of lnd's REST API: 64-bit numbers are texts, absent messages are null. */

/** Returns the id of a channel: block, position and output in one number. */
export function lndChannelId({ place }: SimulatedChannel): string {
  const { height, position, vout } = place!;
  return String((BigInt(height) << 40n) | (BigInt(position) << 16n) | BigInt(vout));
}

/** A number from 0 to 1 that depends on a channel and a side only. */
function shareOf({ outpoint }: SimulatedChannel, side: number): number {
  return Number.parseInt(outpoint!.txid.slice(8 * side, 8 * side + 8), 16) / 0x100000000;
}

/** Returns the policy of one side of a channel; null: none is announced. */
export function lndPolicy(nodes: readonly LightningNode[], channel: SimulatedChannel, side: 0 | 1) {
  const node = nodes[channel.nodes[side]]!;
  const share = shareOf(channel, side);
  if (share > 0.985) return null;
  return {
    time_lock_delta: [40, 80, 80, 100, 144][Math.floor(share * 5)],
    min_htlc: '1000',
    fee_base_msat: String(node.baseFeeMsat),
    fee_rate_milli_msat: String(Math.floor(node.feeRatePpm * (0.5 + share))),
    disabled: share < 0.04,
    max_htlc_msat: String(Math.floor(channel.valueSats * 990)),
    last_update: channel.openedAt + Math.floor(share * 30),
  };
}

/** One announced node of eight sells channels: record 1 has its lease rates, as base64. */
function leaseOf({ publicKey, isAnnounced, feeRatePpm }: LightningNode): Record<string, string> {
  if (!isAnnounced || Number.parseInt(publicKey.slice(-2), 16) >= 32) return {};
  const rates = new DataView(new ArrayBuffer(12));
  const values = [666, 20 + (feeRatePpm % 80), 1];
  for (const [at, value] of values.entries()) rates.setUint16(2 * at, value);
  rates.setUint32(6, 500 + 10 * (feeRatePpm % 100));
  rates.setUint16(10, 1_000);
  return { 1: Buffer.from(rates.buffer).toString('base64') };
}

function lndNode(node: LightningNode, startTime: number) {
  const features = node.features.map((bit) => [bit, { name: '', is_required: bit % 2 === 0, is_known: true }]);
  return {
    // up to 18 hours before, by its key
    last_update: node.isAnnounced ? startTime - Number.parseInt(node.publicKey.slice(2, 6), 16) : 0,
    pub_key: node.publicKey,
    alias: node.alias,
    color: node.color,
    addresses: node.sockets.map((addr) => ({ network: 'tcp', addr })),
    features: Object.fromEntries(features) as object,
    custom_records: leaseOf(node),
  };
}

function lndEdge(nodes: readonly LightningNode[], channel: SimulatedChannel) {
  const { outpoint, valueSats } = channel;
  const keyOf = (side: 0 | 1) => nodes[channel.nodes[side]]!.publicKey;
  return {
    channel_id: lndChannelId(channel),
    chan_point: `${outpoint!.txid}:${outpoint!.vout}`,
    last_update: channel.openedAt,
    node1_pub: keyOf(0),
    node2_pub: keyOf(1),
    capacity: String(valueSats),
    node1_policy: lndPolicy(nodes, channel, 0),
    node2_policy: lndPolicy(nodes, channel, 1),
  };
}

/** Returns `/v1/getinfo`. */
export const lndInfo = (nodes: readonly LightningNode[], height: number, network: string) => ({
  version: '0.21.2-beta simulated',
  identity_pubkey: nodes[0]!.publicKey,
  alias: nodes[0]!.alias,
  color: nodes[0]!.color,
  block_height: height,
  synced_to_chain: true,
  synced_to_graph: true,
  chains: [{ chain: 'bitcoin', network }],
});

/**
 * Iterates `/v1/graph` as parts of JSON. Unlike lnd it also has closed channels: an explorer that has just started
 * could not find them otherwise.
 * @param startTime Unix seconds of the newest announcement of a node
 */
export function* lndGraph(
  nodes: readonly LightningNode[],
  { channels }: LightningCourse,
  startTime: number,
): Generator<string> {
  const used = new Set(channels.flatMap((channel) => channel.nodes));
  yield '{"nodes":[';
  let comma = '';
  for (const [index, node] of nodes.entries()) {
    if (!used.has(index)) continue;
    yield comma + JSON.stringify(lndNode(node, startTime));
    comma = ',';
  }
  yield '],"edges":[';
  comma = '';
  for (const channel of channels) {
    yield comma + JSON.stringify(lndEdge(nodes, channel));
    comma = ',';
  }
  yield ']}';
}

/** Returns the message of `/v1/graph/subscribe` about a new channel. */
export function lndOpened(nodes: readonly LightningNode[], channel: SimulatedChannel) {
  const keyOf = (side: 0 | 1) => nodes[channel.nodes[side]]!.publicKey;
  const updates = ([0, 1] as const).map((side) => ({
    chan_id: lndChannelId(channel),
    capacity: String(channel.valueSats),
    routing_policy: lndPolicy(nodes, channel, side),
    advertising_node: keyOf(side),
    connecting_node: keyOf(side === 0 ? 1 : 0),
  }));
  return { result: { node_updates: [], channel_updates: updates, closed_chans: [] } };
}

/** Returns the message of `/v1/graph/subscribe` about a closed channel. */
export function lndClosed(channel: SimulatedChannel, height: number) {
  const closed = { chan_id: lndChannelId(channel), capacity: String(channel.valueSats), closed_height: height };
  return { result: { node_updates: [], channel_updates: [], closed_chans: [closed] } };
}
