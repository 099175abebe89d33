import type { Fact } from '@glassblock/journal';
import { displayHash, isCoded } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { IndexProgress } from '../../network/chain/index/index-progress.ts';
import type { ServedIndex } from '../../network/chain/index/served-index.ts';
import { maxMissed, missedBlocks } from './missed-blocks.ts';
import type { NetworkJournal } from './network-journal.ts';

/** Nothing is journaled while further behind than this: the initial sync is not recorded. */
const journalLag = 6;

/** Appends the facts of the index to a journal, each block once. */
export interface BlockAppender {
  /** Appends the blocks that the index connected before the journal was open. */
  begin(stored: NetworkJournal): Promise<void>;
  append(stored: NetworkJournal, all: readonly Fact[], progress: IndexProgress): void;
  /** The index cannot be read, or is built again: its facts are not appended until `appendMissed`. */
  indexReplaced(): void;
  /** Appends the blocks that the journal lacks of an index that was replaced. */
  appendMissed(stored: NetworkJournal): Promise<void>;
}

/** Dependencies of the appender. */
export interface BlockAppenderOptions {
  index: ServedIndex['current'];
  log: Logger;
  /** Called when block facts were written. */
  onBlocks(): void;
  onUnexpectedError(error: unknown): void;
}

/** Facts of the index, and its progress with them. */
type Batch = readonly [facts: readonly Fact[], progress: IndexProgress];

/** Creates an appender. */
export function createBlockAppender({ index, log, onBlocks, onUnexpectedError }: BlockAppenderOptions): BlockAppender {
  /** Blocks that were appended from the index itself: its thread may report them again. */
  const appendedAlready = new Set<string>();
  let withheld: Fact | undefined;
  let hasBlocks = false;
  /** A replaced index may report blocks again that the journal has. */
  let isReplaced = false;
  /** Facts since the blocks that the journal lacks are being read; undefined while they are not. */
  let sinceRead: Batch[] | undefined;
  /** The journal lacks blocks before the next one. */
  let isGapDue = false;
  /** Facts since a gap is being added; undefined while none is. */
  let sinceGap: Batch[] | undefined;

  function appendRead(stored: NetworkJournal, missed: readonly Fact[] | undefined): void {
    if (missed === undefined) {
      isGapDue = true;
      return;
    }
    stored.append(missed);
    for (const fact of missed) if (fact.type === 'block-connected') appendedAlready.add(displayHash(fact.hash));
  }

  /** The index thread reports the error: once the index is at the node's tip, the journal retries. */
  function ignoreUnreadable(error: unknown): void {
    if (!isCoded(error)) throw error;
    log.warn({ event: 'journal', code: error.code }, `the journal may lack blocks for now: ${error.message}`);
    isReplaced = true;
  }

  /** Adds a gap, and then the facts since. */
  async function appendAfterGap(stored: NetworkJournal, first: Batch): Promise<void> {
    const batches = [first];
    sinceGap = batches;
    await stored.addGap();
    isGapDue = false;
    sinceGap = undefined;
    for (const [facts, progress] of batches) append(stored, facts, progress);
  }

  function append(stored: NetworkJournal, all: readonly Fact[], progress: IndexProgress): void {
    if (sinceGap !== undefined) {
      sinceGap.push([all, progress]);
      return;
    }
    if (isReplaced && hasBlocks) {
      sinceRead?.push([all, progress]);
      return;
    }
    const { height, nodeHeight } = progress;
    const lag = hasBlocks ? maxMissed : journalLag;
    const isBehind = nodeHeight === null || (height !== null && nodeHeight - height > lag);
    if (isBehind) {
      withheld = all.at(-1);
      if (hasBlocks) isGapDue = true;
      return;
    }
    if (isGapDue) {
      void appendAfterGap(stored, [all, progress]).catch(onUnexpectedError);
      return;
    }
    const facts = all.filter(
      (fact) => fact.type !== 'block-connected' || !appendedAlready.delete(displayHash(fact.hash)),
    );
    const first = withheld;
    withheld = undefined;
    stored.append(first === undefined || first === all[0] ? facts : [first, ...facts]);
    hasBlocks = true;
    void stored.sync().catch(onUnexpectedError);
    onBlocks();
  }

  return {
    async begin(stored) {
      const rows = index();
      try {
        if (rows !== undefined) appendRead(stored, await missedBlocks(stored, rows));
      } catch (error) {
        ignoreUnreadable(error);
      }
      hasBlocks = stored.keyframe().state.tip !== undefined;
    },
    append,
    indexReplaced() {
      isReplaced = true;
    },
    async appendMissed(stored) {
      const rows = index();
      if (!isReplaced || sinceRead !== undefined || rows === undefined) return;
      sinceRead = [];
      try {
        appendRead(stored, await missedBlocks(stored, rows));
        isReplaced = false;
        onBlocks();
      } catch (error) {
        ignoreUnreadable(error);
      } finally {
        const later = sinceRead;
        sinceRead = undefined;
        if (!isReplaced) for (const [facts, progress] of later) append(stored, facts, progress);
      }
    },
  };
}
