import type { BlockHash, Height, Sats, Txid, UnixSeconds, Weight } from '@glassblock/primitives';

/** Why a transaction left the pool. `conflict`: a block spends one of its inputs; `replaced`: another pool transaction
 *  does; `evicted`: gone for lack of fee or room; `reorg`: its parent went with a disconnected block. */
export type RemovalReason = 'mined' | 'replaced' | 'conflict' | 'evicted' | 'expired' | 'reorg' | 'unknown';

/** One thing that happened to chain or pool. Facts only: nothing here is derived. Hashes in internal order. */
export type Fact =
  | { type: 'block-connected'; height: Height; hash: BlockHash; time: UnixSeconds; txCount: number }
  | { type: 'block-disconnected'; height: Height; hash: BlockHash }
  | { type: 'tx-added'; txid: Txid; fee: Sats; weight: Weight; time: UnixSeconds }
  | {
      type: 'tx-removed';
      txid: Txid;
      reason: RemovalReason;
      /** The transaction that took its place, or that mined the conflict. */
      by?: Txid;
      /** False when the reason was inferred by rule, not told by the node. */
      certain: boolean;
      time: UnixSeconds;
    };

/** The state at an event: what a reader needs to go on without what came before. */
export interface Keyframe {
  tip: { height: Height; hash: BlockHash } | undefined;
  mempool: readonly { txid: Txid; fee: Sats; weight: Weight; time: UnixSeconds }[];
}
