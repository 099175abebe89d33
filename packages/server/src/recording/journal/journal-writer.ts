import { join } from 'node:path';
import type { Fact } from '@glassblock/journal';
import type { Txid, UnixSeconds } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { Retention } from '../../config/config.ts';
import type { IndexProgress } from '../../network/chain/index/index-progress.ts';
import type { ServedIndex } from '../../network/chain/index/served-index.ts';
import { createBlockAppender } from './block-appender.ts';
import { createMempoolReplayFilter, type MempoolReplayFilter } from './mempool-replay-filter.ts';
import { type NetworkJournal, openNetworkJournal } from './network-journal.ts';
import { createStandbyFacts } from './standby-facts.ts';

/** Events in memory, for live readers. */
export const maxEvents = 50_000;
/** Share of the memory of a network for events, and bytes of an event in memory. */
const eventShare = 1 / 8;
const eventBytes = 500;

/** Returns how many events are in memory: those before them are read from the disk. */
export const eventsWithin = (memoryBytes: number): number =>
  Math.min(maxEvents, Math.floor((memoryBytes * eventShare) / eventBytes));

/** Maximum transactions of the last run's mempool that are looked up in the chain. */
const maxRemovedLookups = 20_000;

/** Writes the events of a network's threads to its journal. */
export interface JournalWriter {
  /**
   * Opens the journal once the index is open, whose lock covers it too.
   * @throws {CodedError} journal.disk, journal.newer-format
   */
  begin(): Promise<NetworkJournal>;
  /** Appends facts of the index. Facts before the journal is open are appended then. */
  blocks(facts: readonly Fact[], progress: IndexProgress): void;
  /** The index cannot be read, or is built again: its facts are not appended until `indexSynced`. */
  indexReplaced(): void;
  /** The index is at the node's tip: after `indexReplaced` the blocks that the journal lacks are appended. */
  indexSynced(): void;
  /** Appends facts of the mempool. */
  mempool(facts: readonly Fact[]): void;
  /**
   * Appends removals of transactions that were in the mempool at the last shutdown and no longer are. Called once
   * the mempool is loaded.
   * @param areMined for each id whether the chain has it
   */
  appendMissedRemovals(areMined: (txids: readonly Txid[]) => Promise<readonly boolean[]>): Promise<void>;
  close(): Promise<void>;
}

/** A journal that several processes use, one at a time. */
export interface SharedJournal {
  readonly journal: NetworkJournal;
  /** Its newest facts, oldest first. */
  readonly published: readonly Fact[];
}

/**
 * Opens a journal that several processes use.
 * @param onError called when it does not accept events, and when it does again
 */
export type OpenSharedJournal = (
  maxEvents: number,
  onError: (failure: string | undefined) => void,
) => Promise<SharedJournal>;

/** Options of the journal writer. */
export interface JournalWriterOptions {
  /** Of the network; undefined: in memory. */
  directory: string | undefined;
  retention: Pick<Retention, 'journalBytes' | 'days'>;
  /** Events in memory; default `maxEvents`. */
  eventsInMemory?: number;
  /** Opens a journal elsewhere, instead of in the directory. */
  openShared?: OpenSharedJournal | undefined;
  index: ServedIndex['current'];
  log: Logger;
  /** Called with a description of the lost data when a file is damaged, as the end of a sentence. */
  onDamaged(loss: string): void;
  /** Called when block facts were written. */
  onBlocks(): void;
  onUnexpectedError(error: unknown): void;
}

/** Creates a journal writer. */
export function createJournalWriter(options: JournalWriterOptions): JournalWriter {
  const { directory, retention, index, log, onDamaged, onBlocks, onUnexpectedError } = options;
  const { eventsInMemory = maxEvents } = options;
  let journal: NetworkJournal | undefined;
  let replayFilter: MempoolReplayFilter | undefined;
  const blocks = createBlockAppender({ index, log, onBlocks, onUnexpectedError });
  const untilOpen: (() => void)[] = [];
  /** Facts of the mempool until a shared journal is open: a process on standby may wait for days. */
  let standby = options.openShared === undefined ? undefined : createStandbyFacts(eventsInMemory);

  function withJournal(work: (stored: NetworkJournal) => void): void {
    if (journal === undefined) untilOpen.push(() => work(journal!));
    else work(journal);
  }

  return {
    async begin() {
      const onError = (failure: string | undefined) => {
        if (failure === undefined) log.info({ event: 'journal' }, 'the journal is writable again');
        else log.warn({ event: 'journal' }, failure);
      };
      const shared = await options.openShared?.(eventsInMemory, onError);
      const stored =
        shared?.journal ??
        (await openNetworkJournal({
          directory: directory === undefined ? undefined : join(directory, 'journal'),
          maxEvents: eventsInMemory,
          maxBytes: retention.journalBytes,
          retentionDays: retention.days,
          onError,
          onDamaged,
          onUnexpectedError,
        }));
      await blocks.begin(stored);
      const { mempool } = stored.keyframe().state;
      if (standby === undefined) replayFilter = createMempoolReplayFilter(mempool.map(({ txid }) => txid));
      else {
        const { missing, filter } = standby.takeOver(shared?.published ?? [], mempool);
        if (missing.length > 0) stored.append(missing);
        replayFilter = filter;
        standby = undefined;
      }
      journal = stored;
      for (const work of untilOpen.splice(0)) work();
      return stored;
    },
    blocks: (facts, progress) => withJournal((stored) => blocks.append(stored, facts, progress)),
    indexReplaced: blocks.indexReplaced,
    indexSynced: () => withJournal((stored) => void blocks.appendMissed(stored).catch(onUnexpectedError)),
    mempool(facts) {
      if (journal === undefined && standby !== undefined) return standby.note(facts);
      withJournal((stored) => {
        const news = replayFilter!.news(facts);
        if (news.length > 0) stored.append(news);
      });
    },
    async appendMissedRemovals(areMined) {
      const stored = journal;
      const removed = stored === undefined ? [] : replayFilter!.removed();
      if (stored === undefined || removed.length === 0) return;
      const mined = await areMined(removed.slice(0, maxRemovedLookups));
      const time = Math.floor(Date.now() / 1000) as UnixSeconds;
      stored.append(
        removed.map((txid, i): Fact => {
          const isMined = mined[i] === true;
          return { type: 'tx-removed', txid, reason: isMined ? 'mined' : 'unknown', certain: isMined, time };
        }),
      );
    },
    async close() {
      await journal?.close();
    },
  };
}
