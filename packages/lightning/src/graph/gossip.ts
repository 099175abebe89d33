import type { ChannelId } from './channel-id.ts';

/** A node as a source reports it. */
export interface GossipNode {
  /** 66 lower-case hex digits. */
  publicKey: string;
  alias: string;
  /** 0xRRGGBB. */
  color: number;
  /** Unix seconds; 0: the node was never announced. */
  updatedAt: number;
  /** Announced addresses, `host:port`. */
  sockets: readonly string[];
  /** Feature bits in hex, most significant byte first. */
  features: string;
  /** Other records of the announcement: type to payload in hex. */
  records: Readonly<Record<string, string>>;
}

/** A node as an update reports it; absent records are as before. */
export type NodeUpdate = Omit<GossipNode, 'records'> & Partial<Pick<GossipNode, 'records'>>;

/** The policy of one side of a channel. */
export interface ChannelPolicy {
  /** Unix seconds. */
  updatedAt: number;
  baseFeeMsat: number;
  /** Parts per million. */
  feeRatePpm: number;
  cltvDelta: number;
  minHtlcMsat: number;
  maxHtlcMsat: number;
  isDisabled: boolean;
}

/** A channel as a source reports it. Side 1 is the node with the smaller public key (BOLT 7). */
export interface GossipChannel {
  id: ChannelId;
  /** Public keys of both sides, 66 lower-case hex digits. */
  keys: readonly [string, string];
  /** Undefined: this source did not report it. */
  policies: readonly [ChannelPolicy | undefined, ChannelPolicy | undefined];
}

const keyForm = /^0[23][0-9a-f]{64}$/;

/** Returns whether a text is a public key of a node. */
export const isPublicKey = (text: unknown): text is string => typeof text === 'string' && keyForm.test(text);

/**
 * Creates a channel with its sides in the order of their keys.
 * @param first the side that a source lists first, with its policy
 */
export function channelBetween(
  id: ChannelId,
  first: { key: string; policy: ChannelPolicy | undefined },
  second: { key: string; policy: ChannelPolicy | undefined },
): GossipChannel {
  const [a, b] = first.key <= second.key ? [first, second] : [second, first];
  return { id, keys: [a.key, b.key], policies: [a.policy, b.policy] };
}

/** Update times before it are ignored: the first mainnet channels were opened later. */
export const minUpdateTime = 1_514_736_061;
