import { join } from 'node:path';
import type { Fact } from '@glassblock/journal';
import { displayHash, type Txid, type UnixSeconds } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { Retention } from './config/config.ts';
import {
  createMempoolReplayFilter,
  type MempoolReplayFilter,
  missedBlocks,
  mostMissed,
  type NetworkJournal,
  openNetworkJournal,
} from './kept-journal.ts';
import type { IndexProgress } from './network-context.ts';
import type { ServedIndex } from './served-index.ts';

const keptEvents = 50_000;
/** Blocks behind which nothing is journaled: the first sync is no news. */
const journalLag = 6;
/** Transactions of the last run's pool that are looked up in the chain. */
const mostGoneAsked = 20_000;

/** Writes what the threads of a network tell into its journal. */
export interface JournalWriter {
  /** Opens it once the index is open, whose lock guards it too. @throws {CodedError} journal.disk, journal.newer-format */
  begin(): Promise<NetworkJournal>;
  /** Of the index. What is told before the journal is open is written then. */
  blocks(facts: readonly Fact[], progress: IndexProgress): void;
  /** Of the pool. */
  mempool(facts: readonly Fact[]): void;
  /** What was in the pool when the last run ended, and is not any more: mined or gone in between. Asked once the pool is
   *  loaded. @param areMined  for each id whether the chain has it */
  appendMissedRemovals(areMined: (txids: readonly Txid[]) => Promise<readonly boolean[]>): Promise<void>;
  close(): Promise<void>;
}

export interface JournalWriterOptions {
  /** Of the network; undefined: in memory. */
  directory: string | undefined;
  retention: Pick<Retention, 'journalBytes' | 'days'>;
  index: ServedIndex['current'];
  log: Logger;
  /** News of blocks were written. */
  onBlocks(): void;
  onFault(error: unknown): void;
}

export function createJournalWriter(options: JournalWriterOptions): JournalWriter {
  const { directory, retention, index, log, onBlocks, onFault } = options;
  let journal: NetworkJournal | undefined;
  let replayFilter: MempoolReplayFilter | undefined;
  /** The journal goes on from an earlier run. */
  let knewChain = false;
  /** Blocks that the index had connected before the journal was open: the index thread may tell of them once more. */
  const appendedAtStart = new Set<string>();
  const untilOpen: (() => void)[] = [];
  let withheld: Fact | undefined;

  function withJournal(work: (kept: NetworkJournal) => void): void {
    if (journal === undefined) untilOpen.push(() => work(journal!));
    else work(journal);
  }

  function appendBlocks(kept: NetworkJournal, all: readonly Fact[], { height, nodeHeight }: IndexProgress): void {
    const lag = knewChain ? mostMissed : journalLag;
    const isFirstSync = nodeHeight === null || (height !== null && nodeHeight - height > lag);
    if (isFirstSync) {
      withheld = all.at(-1);
      return;
    }
    const facts = all.filter(
      (fact) => fact.type !== 'block-connected' || !appendedAtStart.delete(displayHash(fact.hash)),
    );
    const first = withheld;
    withheld = undefined;
    kept.append(first === undefined || first === all[0] ? facts : [first, ...facts]);
    void kept.sync().catch(onFault);
    onBlocks();
  }

  return {
    async begin() {
      const kept = await openNetworkJournal({
        directory: directory === undefined ? undefined : join(directory, 'journal'),
        keptEvents,
        keptBytes: retention.journalBytes,
        keptDays: retention.days,
        onTrouble(trouble) {
          if (trouble === undefined) log.info({ event: 'journal' }, 'the journal is kept again');
          else log.warn({ event: 'journal' }, trouble);
        },
        onFault,
      });
      const rows = index();
      const missed = rows === undefined ? [] : await missedBlocks(kept, rows);
      kept.append(missed);
      for (const fact of missed) if (fact.type === 'block-connected') appendedAtStart.add(displayHash(fact.hash));
      const { state } = kept.keyframe();
      knewChain = state.tip !== undefined;
      replayFilter = createMempoolReplayFilter(state);
      journal = kept;
      for (const work of untilOpen.splice(0)) work();
      return kept;
    },
    blocks: (facts, progress) => withJournal((kept) => appendBlocks(kept, facts, progress)),
    mempool(facts) {
      withJournal((kept) => {
        const news = replayFilter!.news(facts);
        if (news.length > 0) kept.append(news);
      });
    },
    async appendMissedRemovals(areMined) {
      const kept = journal;
      const gone = kept === undefined ? [] : replayFilter!.gone();
      if (kept === undefined || gone.length === 0) return;
      const mined = await areMined(gone.slice(0, mostGoneAsked));
      const time = Math.floor(Date.now() / 1000) as UnixSeconds;
      kept.append(
        gone.map((txid, i): Fact => {
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
