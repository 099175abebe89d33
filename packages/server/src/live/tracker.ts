import type { MempoolFrame } from '@glassblock/mempool';
import type { Removal } from './live-events.ts';
import type { OutboundMempoolTx, OutboundTx } from './outbound-tx.ts';
import type { Outbox } from './outbox.ts';
import type { Session } from './session.ts';

/** A change of the pool between two blocks: first `removed` left, then the others came. */
export interface MempoolChange {
  readonly addedIds: ReadonlySet<string>;
  /** Those of them that are still there; empty when no tracker needs them. */
  readonly added: readonly OutboundMempoolTx[];
  readonly removed: readonly Removal[];
}

/** A block that was connected, with all its transactions. */
export interface MinedBlock {
  readonly id: string;
  readonly txs: readonly OutboundTx[];
}

/** One subject that clients subscribe to. It knows its own listeners; the hub tells it what happens, in order, one thing at a
 *  time, and it puts what its listeners should hear into the outbox, each key of a session once. */
export interface Tracker {
  /** Whether it needs `added` of a change. */
  readonly needsTxs: boolean;
  /** Whether it needs to hear of blocks. */
  readonly needsBlocks: boolean;
  /** Whether the frame with the block has to wait for what this tracker adds to it. */
  waitsForBlock?(session: Session): boolean;
  /** Ends everything that a session has subscribed. */
  forget(session: Session): void;
  onMempoolChange?(change: MempoolChange, outbox: Outbox): void;
  onBlock?(block: MinedBlock, outbox: Outbox): void | Promise<void>;
  onMempoolFrame?(frame: MempoolFrame, outbox: Outbox): void | Promise<void>;
  /** Facts were lost to this reader. */
  onGap?(): void;
}
