import type { BlockHash, Height, Sats, Txid, UnixSeconds, Weight } from '@glassblock/primitives';

/**
 * Why a transaction left the mempool. `conflict`: a block spends one of its inputs; `replaced`: another mempool
 * transaction
 * does; `evicted`: low fee rate or full mempool; `reorg`: its parent was removed with a disconnected block.
 */
export type RemovalReason = 'mined' | 'replaced' | 'conflict' | 'evicted' | 'expired' | 'reorg' | 'unknown';

/** A chain or mempool event without derived data. Hashes in internal order. */
export type Fact =
  | { type: 'block-connected'; height: Height; hash: BlockHash; time: UnixSeconds; txCount: number }
  | { type: 'block-disconnected'; height: Height; hash: BlockHash }
  | { type: 'tx-added'; txid: Txid; fee: Sats; weight: Weight; time: UnixSeconds }
  | {
      type: 'tx-removed';
      txid: Txid;
      reason: RemovalReason;
      /** The transaction that replaced it, or that mined the conflict. */
      by?: Txid;
      /** False if the reason was inferred by rule, not reported by the node. */
      certain: boolean;
      time: UnixSeconds;
    }
  | FederationFact
  | LightningFact;

/** Kinds of facts about the reserves of a Liquid network and the pegs of its asset. */
export type FederationFactType =
  | 'peg-in'
  | 'peg-out'
  | 'peg-out-paid'
  | 'federation-utxo-expired'
  | 'emergency-spend'
  | 'peg-in-unmatched';

/** A transaction of either chain that changes supply or reserves, or the expiry of an output of the federation. */
export interface FederationFact {
  type: FederationFactType;
  /** True: the fact with the same other fields is withdrawn, after a reorg of either chain. */
  withdrawn: boolean;
  /** Of the side chain for a peg-in (unmatched or not) and a peg-out, else of the parent chain. */
  txid: Txid;
  /** Input of a peg-in; of an emergency spend 0; else output. */
  index: number;
  amount: Sats;
  /** Of the block, Unix seconds. */
  time: UnixSeconds;
  /**
   * The peg-out that was paid, the output that the emergency keys spent, or the claimed output that the parent chain
   * does not have.
   */
  of?: { txid: Txid; index: number };
}

/** Returns whether a fact is about a federation, and not about the Lightning graph. */
export const isAboutFederation = (fact: FederationFact | LightningFact): fact is FederationFact => 'withdrawn' in fact;

/** Why a Lightning channel was closed, as far as its transactions show. */
export type ChannelClosing = 'unknown' | 'mutual' | 'force' | 'penalty' | 'splice';

/** A channel and the public keys of its two nodes, in the order of the keys. */
interface ChannelOfNodes {
  /** Block, position and output as a 64-bit number. */
  channel: bigint;
  firstNode: Uint8Array;
  secondNode: Uint8Array;
}

/** An event of the Lightning graph. A disconnected block undoes an opening or a closing by an event of its own. */
export type LightningFact =
  | ({ type: 'channel-opened'; txid: Txid; capacity: Sats; time: UnixSeconds } & ChannelOfNodes)
  /** Again with another reason when spends of the outputs show more. */
  | ({ type: 'channel-closed'; txid: Txid; reason: ChannelClosing; time: UnixSeconds } & ChannelOfNodes)
  /** The block of its closing was disconnected. */
  | ({ type: 'channel-reopened'; time: UnixSeconds } & ChannelOfNodes)
  /** The block of its opening was disconnected. */
  | ({ type: 'channel-unfunded'; time: UnixSeconds } & ChannelOfNodes)
  | { type: 'node-updated'; node: Uint8Array; time: UnixSeconds }
  | {
      type: 'policy-changed';
      channel: bigint;
      /** Whose policy it is. */
      node: Uint8Array;
      peer: Uint8Array;
      feeRatePpm: number;
      baseFeeMsat: number;
      disabled: boolean;
      /** Changes since the last event of this side of the channel; the last one is described. */
      changes: number;
      time: UnixSeconds;
    };

/** The state at an event, from which a reader can continue without earlier events. */
export interface Keyframe {
  tip: { height: Height; hash: BlockHash } | undefined;
  mempool: readonly { txid: Txid; fee: Sats; weight: Weight; time: UnixSeconds }[];
  /** Valid facts about the federation, in the order of their events; absent without any. */
  federation?: readonly FederationFact[];
}
