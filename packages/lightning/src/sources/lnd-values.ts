import { parseChannelId } from '../graph/channel-id.ts';
import { featureBitsOf, maxFeatureBit } from '../graph/features.ts';
import {
  type ChannelPolicy,
  channelBetween,
  type GossipChannel,
  type GossipNode,
  isPublicKey,
} from '../graph/gossip.ts';
import {
  aliasOf,
  amountOf,
  colorOf,
  itemsOf,
  membersOf,
  objectOf,
  recordsOf,
  socketsOf,
  textOf,
  u16Of,
  u32Of,
  updateTimeOf,
} from './gossip-values.ts';
import type { UpdateReceiver } from './source.ts';

/* Answers of lnd's REST API: 64-bit numbers are texts, bytes are base64, absent messages are null. */

const addressesOf = (value: unknown): unknown[] => itemsOf(value).map((address) => objectOf(address)['addr']);

function featuresOfLnd(value: unknown): string {
  const bits = membersOf(value).slice(0, maxFeatureBit);
  return featureBitsOf(bits.map(([bit]) => Number(bit)));
}

function hexOfBase64(payload: unknown): string | undefined {
  return typeof payload === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(payload)
    ? Buffer.from(payload, 'base64').toString('hex')
    : undefined;
}

/** Reads a node of `/v1/graph`; undefined when its key is malformed. */
export function lndNode(value: object): GossipNode | undefined {
  const node = objectOf(value);
  const publicKey = node['pub_key'];
  if (!isPublicKey(publicKey)) return undefined;
  return {
    publicKey,
    alias: aliasOf(node['alias']),
    color: colorOf(node['color']),
    updatedAt: u32Of(node['last_update']),
    sockets: socketsOf(addressesOf(node['addresses'])),
    features: featuresOfLnd(node['features']),
    records: recordsOf(node['custom_records'], hexOfBase64),
  };
}

function lndPolicy(value: unknown): ChannelPolicy | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const policy = objectOf(value);
  return {
    updatedAt: updateTimeOf(policy['last_update']),
    baseFeeMsat: amountOf(policy['fee_base_msat']),
    feeRatePpm: u32Of(policy['fee_rate_milli_msat']),
    cltvDelta: u16Of(policy['time_lock_delta']),
    minHtlcMsat: amountOf(policy['min_htlc']),
    maxHtlcMsat: amountOf(policy['max_htlc_msat']),
    isDisabled: policy['disabled'] === true,
  };
}

/** Reads an edge of `/v1/graph`; undefined when its id or a key is malformed. */
export function lndChannel(value: object): GossipChannel | undefined {
  const edge = objectOf(value);
  const id = parseChannelId(textOf(edge['channel_id']));
  const [first, second] = [edge['node1_pub'], edge['node2_pub']];
  if (id === undefined || !isPublicKey(first) || !isPublicKey(second) || first === second) return undefined;
  return channelBetween(
    id,
    { key: first, policy: lndPolicy(edge['node1_policy']) },
    { key: second, policy: lndPolicy(edge['node2_policy']) },
  );
}

/**
 * Reports the changes of a message of `/v1/graph/subscribe`. The messages have no times: the changes get the current
 * one. Nodes are without their custom records, which the messages lack too.
 * @param nowSeconds Unix seconds
 */
export function readLndUpdate(value: object, receiver: UpdateReceiver, nowSeconds: number): void {
  const update = objectOf(value);
  for (const each of itemsOf(update['node_updates'])) {
    const node = objectOf(each);
    const read = lndNode({ ...node, pub_key: node['identity_key'], addresses: node['node_addresses'] });
    if (read === undefined) continue;
    const { records: _, ...rest } = read;
    receiver.node({ ...rest, updatedAt: nowSeconds });
  }
  for (const each of itemsOf(update['channel_updates'])) {
    const edge = objectOf(each);
    const id = parseChannelId(textOf(edge['chan_id']));
    const [from, to] = [edge['advertising_node'], edge['connecting_node']];
    const policy = lndPolicy(edge['routing_policy']);
    if (id === undefined || !isPublicKey(from) || !isPublicKey(to) || from === to || policy === undefined) continue;
    const updatedAt = policy.updatedAt === 1 ? nowSeconds : policy.updatedAt;
    receiver.policy(id, from < to ? [from, to] : [to, from], from < to ? 0 : 1, { ...policy, updatedAt });
  }
  for (const each of itemsOf(update['closed_chans'])) {
    const id = parseChannelId(textOf(objectOf(each)['chan_id']));
    if (id !== undefined) receiver.closed(id);
  }
}
