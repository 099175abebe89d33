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
    };

/** The state at an event, from which a reader can continue without earlier events. */
export interface Keyframe {
  tip: { height: Height; hash: BlockHash } | undefined;
  mempool: readonly { txid: Txid; fee: Sats; weight: Weight; time: UnixSeconds }[];
}
