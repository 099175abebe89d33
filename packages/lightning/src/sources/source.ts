import type { ChannelId } from '../graph/channel-id.ts';
import type { ChannelPolicy, GossipChannel, GossipNode, NodeUpdate } from '../graph/gossip.ts';

/** Identity of a source, as reported by itself. */
export interface SourceInfo {
  /** 66 hex digits. */
  publicKey: string;
  alias: string;
  version: string;
  /** `mainnet`, `testnet`, `testnet4`, `signet` or `regtest`. */
  network: string;
}

/** Receives a complete graph. */
export interface GraphReceiver {
  node(node: GossipNode): void;
  channel(channel: GossipChannel): void;
}

/** Receives changes of a graph. */
export interface UpdateReceiver {
  node(node: NodeUpdate): void;
  /** One side of a channel, which may be new. */
  policy(id: ChannelId, keys: readonly [string, string], side: 0 | 1, policy: ChannelPolicy): void;
  closed(id: ChannelId): void;
}

/**
 * A Lightning node whose graph is read. Calls throw {CodedError} lightning.unreachable, lightning.certificate,
 * lightning.bad-macaroon, lightning.not-ready, lightning.bad-file, lightning.bad-answer; each message is one sentence.
 */
export interface LightningSource {
  /** Implementation and address, without credentials. */
  readonly name: string;
  info(signal: AbortSignal): Promise<SourceInfo>;
  /** Reads the whole graph; the receiver gets elements while the answer arrives. */
  readGraph(receiver: GraphReceiver, signal: AbortSignal): Promise<void>;
  /** Reports changes until the connection ends; undefined: this source cannot. */
  readonly follow: ((receiver: UpdateReceiver, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Limits of an answer: the largest public graph is about 100 MB. */
export const answerLimits = { maxBytes: 1_000_000_000, maxElementBytes: 1_000_000 } as const;
