import { CodedError } from '@glassblock/primitives';
import { newLogMemory } from '@glassblock/store';
import { type BlockFacts, openBlockFacts } from '../../recording/block-facts.ts';
import { createJournalWriter, eventsWithin, type JournalWriter } from '../../recording/journal/journal-writer.ts';
import type { StorageLosses } from '../../recording/storage-losses.ts';
import { type AddressBookThread, startAddressBook } from '../../threads/address-book-thread.ts';
import { cacheSizes, keyspaceOf, rowCacheBytes } from '../../threads/index-engine.ts';
import { type IndexThread, startIndexThread } from '../../threads/index-thread.ts';
import { type MempoolThread, startMempoolThread } from '../../threads/mempool-thread.ts';
import { createNetworkThreads, type NetworkThreads } from '../../threads/network-threads.ts';
import type { IndexProgress } from '../chain/index/index-progress.ts';
import { createIndexReaders, type IndexReaders } from '../chain/index/index-readers.ts';
import { newReadState, type ReadStateWriter, readStateWriter } from '../chain/index/read-state.ts';
import { createShownTip, type ShownTip } from '../chain/shown-tip.ts';
import { bodiesBytesOf, type ReadAccess } from '../read-access.ts';
import { createRecentlyConfirmed, type RecentlyConfirmed } from '../recently-confirmed.ts';
import type { OnStop } from '../start-in-steps.ts';
import type { WatchedNode } from '../watch-node.ts';
import type { NetworkEvents } from './network-events.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/** The threads of a network and their followers. */
export interface Threads {
  readonly index: IndexThread;
  readonly mempool: MempoolThread;
  /** Undefined when disabled. */
  readonly book: AddressBookThread | undefined;
  readonly facts: BlockFacts;
  readonly journalWriter: JournalWriter;
  readonly recentlyConfirmed: RecentlyConfirmed;
  /** Other threads that read the index, and the state that they read. */
  readonly readers: IndexReaders;
  readonly readState: SharedArrayBuffer;
  /** See `newLogMemory`. */
  readonly logMemory: SharedArrayBuffer;
  readonly shownTip: ShownTip;
}

/** The mempool and the writer of its facts: the parts that run on standby. */
export interface Mirrored extends Pick<Threads, 'mempool' | 'journalWriter' | 'recentlyConfirmed'> {
  readonly workers: NetworkThreads;
  /** Undefined on standby. */
  index: IndexThread | undefined;
}

/** Starts the mempool thread. */
export function mirrorMempool(
  options: RuntimeOptions,
  node: WatchedNode,
  events: NetworkEvents,
  losses: StorageLosses,
  onStop: OnStop,
): Mirrored {
  const { log, onFatal } = options;
  const workers = createNetworkThreads(options.network.name, onFatal, options.sharedThread);
  const journalWriter = createJournalWriter({
    directory: options.directory,
    retention: options.retention,
    // without a directory, older ones could not be read
    ...(options.directory !== undefined && { eventsInMemory: eventsWithin(options.memoryBytes) }),
    openShared: options.openSharedJournal,
    index: () => mirrored.index?.current(),
    log,
    onDamaged: (loss) => losses.report('journal', loss),
    onBlocks: events.journalBlocks.emit,
    onUnexpectedError: onFatal,
  });
  const mempool = startMempool(options, workers, node, events, losses);
  const recentlyConfirmed = createRecentlyConfirmed(events.state.add);
  const mirrored: Mirrored = { mempool, journalWriter, recentlyConfirmed, workers, index: undefined };
  events.mempoolFacts.add((news) => {
    recentlyConfirmed.note(news);
    journalWriter.mempool(news);
  });
  onStop(() => journalWriter.close());
  onStop(() => workers.ended());
  onStop(() => mempool.stop());
  onStop(() => node.close());
  onStop(() => workers.stopping());
  return mirrored;
}

/** Starts everything else before the first message of a thread is received, so that none is missed. */
export function startThreads(
  options: RuntimeOptions,
  indexDirectory: string | undefined,
  mirrored: Mirrored,
  node: WatchedNode,
  events: NetworkEvents,
  onStop: OnStop,
): Threads {
  const { log, onFatal } = options;
  const { workers, mempool, journalWriter, recentlyConfirmed } = mirrored;
  const readers = createIndexReaders();
  const readState = newReadState();
  const logMemory = newLogMemory();
  const shownTip = createShownTip(() => performance.now());
  const index = startIndex(
    options,
    indexDirectory,
    workers,
    node,
    events,
    { readers, state: readStateWriter(readState), logMemory, shownTip },
    () => journalWriter.indexReplaced(),
  );
  mirrored.index = index;
  const book = options.addressSearch ? startBook(options, workers, events) : undefined;
  const facts = openBlockFacts({
    network: options.network,
    miningPools: options.miningPools,
    index: index.readable,
    directory: options.directory,
    onError: (error) => log.warn({ event: 'block-facts', error: String(error) }, 'block facts are not available'),
    onUnexpectedError: onFatal,
  });

  events.indexFacts.add((news) => {
    journalWriter.blocks(news.facts, news.progress);
    book?.moved();
    facts.wake();
  });
  events.indexReadable.add(() => facts.wake());
  events.indexProgress.add(({ build, synced }) => {
    if (build === undefined) facts.wake();
    if (synced) journalWriter.indexSynced();
    // both would read the chain at once: the book starts when the index is complete
    if (synced) book?.wake();
  });
  events.journalBlocks.add(() => mempool.wake());

  onStop(() => book?.stop());
  onStop(() => index.close());
  onStop(() => facts.stop());
  onStop(() => workers.stopping());
  return { index, mempool, book, facts, journalWriter, recentlyConfirmed, readers, readState, logMemory, shownTip };
}

const blockPollMs = 1_000;

function startIndex(
  { network, node: address, cluster, memoryBytes, stored, standby, log, onFatal }: RuntimeOptions,
  directory: string | undefined,
  workers: NetworkThreads,
  node: WatchedNode,
  events: NetworkEvents,
  reading: { readers: IndexReaders; state: ReadStateWriter; logMemory: SharedArrayBuffer; shownTip: ShownTip },
  onReplaced: () => void,
): IndexThread {
  const isReady = () => {
    const { height, synced, build, failure, lacksBlocks } = index.progress();
    const isComplete = synced && build === undefined && failure === undefined && !lacksBlocks;
    if (height === null || height < (reading.shownTip.height() ?? 0)) return false;
    return isComplete && index.readable() !== undefined && node.state.name === 'ready';
  };
  events.state.add(() => reading.state.setReady(isReady()));
  const index = startIndexThread({
    network: network.name,
    format: 'bitcoin',
    node: address,
    directory,
    cluster: keyspaceOf(cluster, network.name),
    ...cacheSizes(memoryBytes),
    rowCacheBytes: rowCacheBytes(memoryBytes),
    logMemory: reading.logMemory,
    sortBytes: Math.floor(memoryBytes / 2),
    keepIds: stored.ids,
    keepBodies: stored.bodies,
    pollMs: blockPollMs,
    threads: workers,
    readers: reading.readers,
    log,
    onReadable() {
      reading.state.setReady(isReady());
      events.indexReadable.emit();
    },
    onReplaced,
    onFacts(facts, progress) {
      // first: a client that is notified of the block finds it in every thread
      reading.state.commit(progress, facts);
      events.indexFacts.emit({ facts, progress });
    },
    onBlockSeen() {
      if (isBuilding(index.progress())) events.headBlock.emit();
    },
    onProgress(progress) {
      reading.state.commit(progress, []);
      events.indexProgress.emit(progress);
      events.state.emit();
    },
    onError(ofNode, code) {
      // another follower has opened the index, whatever the lease: this one would never store a block again
      if (code === 'store.fenced' && standby !== undefined) {
        onFatal(new CodedError(code, 'another follower writes to the index; this one ends'));
      }
      if (ofNode) node.check();
      events.state.emit();
    },
    onFatal,
  });
  return index;
}

/** Read threads open LevelDB; other indexes are served by the main thread alone. */
export function readAccessOf(
  { network, node, cluster, memoryBytes, readThreads }: RuntimeOptions,
  directory: string | undefined,
  { mempool, readers, readState: state, logMemory }: Threads,
): ReadAccess | undefined {
  if (directory === undefined || cluster !== undefined) return undefined;
  return {
    readers,
    threadData: () => ({
      network: network.name,
      node,
      index: { directory, ...cacheSizes(memoryBytes), logMemory },
      bodiesBytes: bodiesBytesOf(memoryBytes, readThreads),
      state,
      mempool: mempool.reader(),
    }),
  };
}

/** No journal entry will report a new block. */
const isBuilding = ({ height, build }: IndexProgress) => height === null || build !== undefined;

function startBook(options: RuntimeOptions, workers: NetworkThreads, events: NetworkEvents): AddressBookThread {
  const { cacheBytes, writeBufferBytes } = cacheSizes(options.memoryBytes);
  return startAddressBook({
    network: options.network.name,
    node: options.node,
    directory: options.directory,
    cacheBytes: Math.floor(cacheBytes / 4),
    writeBufferBytes,
    threads: workers,
    onState: events.state.emit,
    log: options.log,
  });
}

function startMempool(
  { network, node: address, log, onMempoolLatency, onFatal }: RuntimeOptions,
  workers: NetworkThreads,
  node: WatchedNode,
  events: NetworkEvents,
  losses: StorageLosses,
): MempoolThread {
  return startMempoolThread({
    network: network.name,
    node: address,
    threads: workers,
    log,
    onLatency: onMempoolLatency,
    onFacts(facts, entries) {
      // before the readers of the journal get the facts
      if (entries.length > 0) events.mempoolEntries.emit(entries);
      events.mempoolFacts.emit(facts);
    },
    onFrame: events.frame.emit,
    onBlock: events.mempoolBlock.emit,
    onUnresolved: events.unresolved.emit,
    onDamaged: losses.report,
    onNodeError: () => node.check(),
    onFatal,
  });
}
