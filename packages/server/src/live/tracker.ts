import type { JournalEvent } from '@glassblock/journal';
import type { MempoolFrame } from '@glassblock/mempool';
import type { Removal } from './live-events.ts';
import type { OutboundMempoolTx, OutboundTx } from './messages/outbound-tx.ts';
import type { Outbox } from './sending/outbox.ts';
import type { Session } from './sending/session.ts';
import type { MarkedScripts } from './trackers/script-marks.ts';

/** A change of the mempool between two blocks: first `removed` left, then the others arrived. */
export interface MempoolChange {
  readonly addedIds: ReadonlySet<string>;
  /** The added transactions, without those that were not available; empty when no tracker needs them. */
  readonly added: readonly OutboundMempoolTx[];
  readonly removed: readonly Removal[];
}

/** A connected block. Trackers find what is followed in it without an object for each of its transactions. */
export interface MinedBlock {
  readonly id: string;
  /** Display hex, by position. */
  readonly txids: readonly string[];
  /** Returns a transaction, created once. */
  tx(position: number): OutboundTx;
  /**
   * Calls `then` for the scripts of prevouts and outputs that have one of the marks, by position, in slices of a few
   * milliseconds.
   * @param then called with the hash of a script, hex; several times where a transaction has it several times
   */
  eachScript(marks: MarkedScripts, then: (hash: string, position: number) => void): Promise<void>;
}

/**
 * Sends the updates of one kind of subscription. The publisher calls it for each event, in order, and it puts the data
 * for the sessions of its topics into the outbox, each key of a session once.
 */
export interface Tracker {
  /** True when it needs `added` of a change. */
  readonly needsTxs: boolean;
  /** True when it needs blocks. */
  readonly needsBlocks: boolean;
  /** True when the frame with the block has to wait for this tracker's data. */
  waitsForBlock?(session: Session): boolean;
  onMempoolChange?(change: MempoolChange, outbox: Outbox): void;
  onBlock?(block: MinedBlock, outbox: Outbox): void | Promise<void>;
  onMempoolFrame?(frame: MempoolFrame, outbox: Outbox): void | Promise<void>;
  /** Called with events about Lightning nodes and channels, in order. */
  onLightning?(events: readonly JournalEvent[], outbox: Outbox): void;
  /** Facts were lost. */
  onGap?(outbox: Outbox): void;
}
