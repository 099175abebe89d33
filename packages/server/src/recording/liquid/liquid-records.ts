import { federationChanges } from '@glassblock/journal';
import { createReplacements, type MempoolSample, type Replacements } from '@glassblock/mempool';
import { isCoded } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { eachInSlices } from '../../concurrency/slices.ts';
import type { Retention } from '../../config/config.ts';
import type { ServedIndex } from '../../network/chain/index/served-index.ts';
import type { FederationReport } from '../../network/liquid/federation/federation-context.ts';
import { federationFactsOf } from '../../network/liquid/federation/federation-facts.ts';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { createListeners } from '../../network/listeners.ts';
import { createJournalWriter, type JournalWriter, type OpenSharedJournal } from '../journal/journal-writer.ts';
import type { NetworkJournal } from '../journal/network-journal.ts';
import type { MinuteRecords } from '../minute-records.ts';
import type { StorageLosses } from '../storage-losses.ts';
import { openTreesFile, type TreesFile } from '../trees-file.ts';
import { type LiquidRecorder, type LiquidRecorderOptions, startLiquidRecorder } from './liquid-recorder.ts';

/** Records of a Liquid network over time. */
export interface LiquidRecords {
  readonly journal: NetworkJournal;
  /** Undefined in a process that only serves: the follower answers the routes that need them. */
  readonly stored: StoredLiquidRecords | undefined;
  /** Mean over the last minutes, with discount. */
  vBytesPerSecond(): number;
  /** Subscribes to new samples; returns a function that ends it. */
  onSample(listener: (sample: MempoolSample) => void): () => void;
}

/** Records that the process which follows the network stores. */
export interface StoredLiquidRecords extends MinuteRecords {
  readonly replacements: Replacements;
  /** Returns a transaction that another one replaced, as it was in the mempool; undefined when it is not stored. */
  replacedTx(txid: string): LiquidMempoolTx | undefined;
}

/** Open records, with the functions that write them. */
export interface OpenLiquidRecords extends LiquidRecords {
  /** Appends new events of an audit and withdraws those that it no longer has, in slices, one report after another. */
  audited(report: FederationReport): Promise<void>;
  /** Starts recording the mempool. */
  start(options: RecordedNetwork): void;
  /** The chain has changed. */
  wake(): void;
  close(): Promise<void>;
}

/** Data that recording the mempool reads. */
type RecordedNetwork = Pick<
  LiquidRecorderOptions,
  'mempool' | 'client' | 'node' | 'nativeAsset' | 'withView' | 'isSynced' | 'endMirror'
>;

/** Options of the records. */
export interface LiquidRecordsOptions {
  /** Of the network; undefined: in memory. */
  directory: string | undefined;
  log: Logger;
  losses: StorageLosses;
  /** Made before the index is opened, so that it gets all blocks. */
  writer: JournalWriter;
  minutes: MinuteRecords;
  /** Opens the journal of a follower that other processes read; absent: in the directory. */
  openSharedJournal?: OpenSharedJournal | undefined;
  retention: Retention;
  onFatal(error: unknown): void;
}

/** Creates the writer of a Liquid network's journal. */
export const createLiquidJournal = ({
  directory,
  retention,
  openSharedJournal,
  index,
  log,
  losses,
  onFatal,
}: Omit<LiquidRecordsOptions, 'writer' | 'minutes'> & { index: ServedIndex['current'] }): JournalWriter =>
  createJournalWriter({
    directory,
    retention,
    openShared: openSharedJournal,
    index,
    log,
    onDamaged: (loss) => losses.report('journal', loss),
    onBlocks: () => undefined,
    onUnexpectedError: onFatal,
  });

/** Facts that are appended together. */
const factsPerAppend = 500;

function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += factsPerAppend) yield items.slice(start, start + factsPerAppend);
}

const replacedBytes = 16e6;
const saveEveryMs = 60_000;

/**
 * Opens the records of a network.
 * @throws {CodedError} journal.disk, journal.newer-format; errors of the file system
 */
export async function openLiquidRecords(options: LiquidRecordsOptions): Promise<OpenLiquidRecords> {
  const { directory, log, losses, writer, minutes, onFatal } = options;
  const replacements = createReplacements({ nowSeconds: () => Date.now() / 1_000 });
  const trees = directory === undefined ? undefined : await openTreesFile(directory);
  await loadTrees(replacements, trees, losses);
  const journal = await writer.begin();
  const replaced = new LRUCache<string, LiquidMempoolTx>({
    maxSize: replacedBytes,
    sizeCalculation: ({ tx }) => tx.size + 1_000,
  });
  const onSample = createListeners<MempoolSample>();
  const save = () => (trees === undefined ? Promise.resolve() : trees.save(replacements.save()));
  const saveLogged = () => save().catch((error: unknown) => warn(log, 'replacements', error));
  const timer = setInterval(() => void saveLogged(), saveEveryMs);
  timer.unref();
  let recorder: LiquidRecorder | undefined;
  return {
    journal,
    stored: { ...minutes, replacements, replacedTx: (txid) => replaced.get(txid) },
    vBytesPerSecond: () => recorder?.vBytesPerSecond() ?? 0,
    onSample: onSample.add,
    async audited(report) {
      const stored = journal.keyframe().state.federation ?? [];
      const changes = await federationChanges(stored, await federationFactsOf(report), eachInSlices);
      await eachInSlices(chunksOf(changes), (some) => journal.append(some));
    },
    start(network) {
      recorder = startLiquidRecorder({
        ...network,
        journal: writer,
        replacements,
        replaced,
        ...minutes,
        nowMs: Date.now,
        onSample: onSample.emit,
        onFailure: (error) => warn(log, 'liquid-recorder', error),
        onFatal,
      });
    },
    wake: () => recorder?.wake(),
    async close() {
      clearInterval(timer);
      await recorder?.stop();
      await saveLogged();
      await writer.close();
    },
  };
}

function warn(log: Logger, event: string, error: unknown): void {
  log.warn({ event, error: String(error) }, 'the mempool is not recorded for now');
}

async function loadTrees(
  replacements: Replacements,
  trees: TreesFile | undefined,
  losses: StorageLosses,
): Promise<void> {
  const bytes = await trees?.load();
  if (bytes === undefined) return;
  try {
    replacements.load(bytes);
  } catch (error) {
    if (!isCoded(error)) throw error;
    losses.report('replacements', 'the replacement trees are lost');
  }
}
