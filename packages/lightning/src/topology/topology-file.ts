import { parseShortId } from '../graph/channel-id.ts';
import {
  type ChannelPolicy,
  channelBetween,
  type GossipChannel,
  type GossipNode,
  isPublicKey,
} from '../graph/gossip.ts';
import { aliasOf, amountOf, colorOf, socketsOf, textOf, u16Of, u32Of, updateTimeOf } from '../sources/gossip-values.ts';
import { badAnswer, JsonElements } from '../sources/json-elements.ts';
import { lndChannel, lndNode } from '../sources/lnd-values.ts';
import { answerLimits } from '../sources/source.ts';

type Members = Readonly<Record<string, unknown>>;

/** Receives the content of a topology file. A channel may occur twice, with one policy each. */
export interface TopologyReceiver {
  node(node: GossipNode): void;
  channel(channel: GossipChannel): void;
}

const namePattern = /^topology_(\d{9,10})(?!\d)/;

/** Returns the time in the name of a topology file, `topology_<unix seconds>…`; undefined for other names. */
export function topologyTimeOf(name: string): number | undefined {
  const time = Number(namePattern.exec(name)?.[1] ?? 0);
  return time === 0 ? undefined : time;
}

/** Windows in which published snapshots lack nodes: from, until, minimum number of nodes. */
const poorWindows: readonly (readonly [number, number, number])[] = [
  [1_549_065_600, 1_550_620_800, 2_600],
  [1_552_953_600, 1_556_323_200, 4_000],
  [1_557_446_400, 1_560_470_400, 4_000],
  [1_561_680_000, 1_563_148_800, 4_000],
  [1_571_270_400, 1_580_601_600, 4_500],
  [1_591_142_400, 1_592_006_400, 5_500],
  [1_632_787_200, 1_633_564_800, 13_000],
  [1_634_256_000, 1_645_401_600, 17_000],
  [1_654_992_000, 1_661_472_000, 14_000],
];

/** Returns whether a snapshot lacks nodes. @param time Unix seconds */
export const isPoorSnapshot = (time: number, nodeCount: number): boolean =>
  poorWindows.some(([from, until, minNodes]) => time >= from && time <= until && nodeCount < minNodes);

/**
 * Reads a topology file while it arrives: a graph of lnd (`nodes`, `edges`), or adjacency lists with one policy for each
 * direction (`nodes`, `adjacency`), as published for past years.
 * @throws {CodedError} lightning.bad-answer
 */
export async function readTopology(chunks: AsyncIterable<Uint8Array>, receiver: TopologyReceiver): Promise<void> {
  const elements = new JsonElements({
    arrays: new Set(['nodes', 'edges', 'adjacency']),
    under: undefined,
    ...answerLimits,
    onElement(name, element) {
      const members = element as Members;
      if (name === 'nodes') {
        const node = members['pub_key'] === undefined ? listedNode(members) : lndNode(element);
        if (node !== undefined) receiver.node(node);
        return;
      }
      const channel = name === 'edges' ? lndChannel(element) : listedChannel(members);
      if (channel !== undefined) receiver.channel(channel);
    },
  });
  for await (const chunk of chunks) elements.push(chunk);
  if (!elements.isComplete) throw badAnswer('the topology ends early');
}

/** Addresses are one text, `ipv4://1.2.3.4:9735,torv3://…`. */
function listedNode(node: Members): GossipNode | undefined {
  const publicKey = node['id'];
  if (!isPublicKey(publicKey)) return undefined;
  const addresses = typeof node['addresses'] === 'string' ? node['addresses'].split(',', 100) : [];
  return {
    publicKey,
    alias: aliasOf(node['alias']),
    color: colorOf(node['rgb_color']),
    updatedAt: u32Of(node['timestamp']),
    sockets: socketsOf(addresses.map((address) => address.replace(/^[a-z0-9]{1,16}:\/\//, ''))),
    features: '',
    records: {},
  };
}

function listedChannel(edge: Members): GossipChannel | undefined {
  const id = parseShortId(textOf(edge['scid']).split('/', 1)[0]!);
  const [from, to] = [edge['source'], edge['destination']];
  if (id === undefined || !isPublicKey(from) || !isPublicKey(to) || from === to) return undefined;
  const policy: ChannelPolicy = {
    updatedAt: updateTimeOf(edge['timestamp']),
    baseFeeMsat: amountOf(edge['fee_base_msat']),
    feeRatePpm: u32Of(edge['fee_proportional_millionths']),
    cltvDelta: u16Of(edge['cltv_expiry_delta']),
    // the published files have this spelling
    minHtlcMsat: amountOf(edge['htlc_minimum_msat'] ?? edge['htlc_minimim_msat']),
    maxHtlcMsat: amountOf(edge['htlc_maximum_msat']),
    isDisabled: false,
  };
  return channelBetween(id, { key: from, policy }, { key: to, policy: undefined });
}
