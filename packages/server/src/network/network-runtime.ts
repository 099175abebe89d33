import { join } from 'node:path';
import type { BackendInfo } from '@glassblock/contract';
import {
  blockFilesPlace,
  createBlockSource,
  createNodeClient,
  type NodeAddress,
  type NodeClient,
} from '@glassblock/node';
import { CodedError, isCoded, type NetworkRow } from '@glassblock/primitives';
import { type CassandraAddress, lockDirectory } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Retention } from '../config/config.ts';
import { faultLogger } from '../log-fault.ts';
import { openIndexControl } from '../maintenance/index-control.ts';
import type { MiningPoolFinder } from '../mining-pools/mining-pools.ts';
import { auditSourceOf } from '../recording/audit-source.ts';
import { type Auditing, type Audits, auditsPart, openAudits } from '../recording/audits.ts';
import { type BlockFacts, openBlockFacts } from '../recording/block-facts.ts';
import {
  createJournalWriter,
  eventsWithin,
  type JournalWriter,
  type OpenSharedJournal,
} from '../recording/journal-writer.ts';
import { type MempoolRecords, openMempoolRecords } from '../recording/mempool-records.ts';
import type { NetworkJournal } from '../recording/network-journal.ts';
import type { FollowedRecords, RecordSharing, SharedRecord } from '../recording/shared-records.ts';
import { createStorageLosses, type StorageLosses } from '../recording/storage-losses.ts';
import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import { createIndexChain } from '../sources/lightning/index-chain.ts';
import {
  type Lightning,
  type LightningSettings,
  lightningPart,
  openLightning,
} from '../sources/lightning/open-lightning.ts';
import type { Prices } from '../sources/prices/price-book.ts';
import { type AddressBookThread, startAddressBook } from '../threads/address-book-thread.ts';
import { keyspaceOf } from '../threads/index-engine.ts';
import { type IndexThread, startIndexThread } from '../threads/index-thread.ts';
import { type MempoolThread, startMempoolThread } from '../threads/mempool-thread.ts';
import { createNetworkThreads, type NetworkThreads } from '../threads/network-threads.ts';
import { createFilterScan } from './addresses/filter-scan.ts';
import { createBodies } from './chain/bodies.ts';
import { createHeadBlocks } from './chain/head-blocks.ts';
import type { IndexProgress } from './chain/index/index-progress.ts';
import { createIndexReaders, type IndexReaders } from './chain/index/index-readers.ts';
import { newReadState, type ReadStateWriter, readStateWriter } from './chain/index/read-state.ts';
import { createMissedRemovals } from './missed-removals.ts';
import type { NetworkContext } from './network-context.ts';
import { lockPart, prepareDirectory } from './network-directory.ts';
import { createNetworkEvents, type NetworkEvents } from './network-events.ts';
import { bodiesBytesOf, type ReadAccess } from './read-access.ts';
import { createRecentlyConfirmed, type RecentlyConfirmed } from './recently-confirmed.ts';
import type { RelayedRoutes } from './relayed-routes.ts';
import { type OnStop, startInSteps } from './start-in-steps.ts';
import { type WatchedNode, watchNode } from './watch-node.ts';

/** Options of a network. */
export interface RuntimeOptions {
  network: NetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Keyspaces that are used instead, one per network: this name, an underscore and the network's. */
  cluster?: CassandraAddress | undefined;
  /** Remove the contents of the directory first. */
  fresh: boolean;
  /** Writes records of the past into the directory of a simulated network, before they are opened. */
  writePast: ((directory: string) => Promise<void>) | undefined;
  /** Optional contents of the index. */
  stored: { ids: boolean; bodies: boolean };
  /** Keep an address book. */
  addressSearch: boolean;
  limits: { blocksBulk: number };
  retention: Retention;
  /** Opens the journal of a follower that other processes read; absent: in the directory. */
  openSharedJournal?: OpenSharedJournal | undefined;
  /** Absent: this process is the only one. */
  standby?: StandbyOptions | undefined;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  /** Threads that answer requests besides the main thread. */
  readThreads: number;
  backend: BackendInfo;
  miningPools: MiningPoolFinder;
  prices: Prices;
  /** Simulated node: see NetworkInfo. */
  fastSince: number | undefined;
  accelerations: Accelerations | undefined;
  /** Lightning nodes; undefined: none. */
  lightning: (LightningSettings & { pastDays?: number }) | undefined;
  log: Logger;
  /** Called with the latency of mempool calls, in seconds. */
  onMempoolLatency(seconds: number): void;
  /** Called when a worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}

/** A process that mirrors the mempool, and writes nothing until it leads. */
export interface StandbyOptions {
  /** Called when the mempool is mirrored. */
  onStandby(mempool: Pick<MempoolThread, 'frame'>): void;
  /** Shares the records over time with other followers. */
  openSharing(directory: string): RecordSharing;
  /** Resolves when it leads. @throws when it is stopped before */
  leading(): Promise<void>;
}

/** A running network: its threads and the context of its answers. */
export interface NetworkRuntime {
  readonly context: NetworkContext;
  readonly audits: Auditing;
  /** For read threads; undefined where the index is not on LevelDB. */
  readonly reading: ReadAccess | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the threads of one network.
 * @throws {CodedError} index.other-network, index.other-format, store.locked ..
 */
export async function startNetwork(options: RuntimeOptions): Promise<NetworkRuntime> {
  const { started, stop } = await startInSteps((onStop) => startParts(options, onStop));
  return { ...started, stop };
}

async function startParts(options: RuntimeOptions, onStop: OnStop): Promise<Omit<NetworkRuntime, 'stop'>> {
  const events = createNetworkEvents();
  const indexDirectory =
    options.directory === undefined ? undefined : await prepareDirectory(options.directory, options.fresh);
  if (options.directory !== undefined) {
    // the index is not open while its files are verified, and then locks nothing
    const lock = await lockDirectory(join(options.directory, lockPart));
    onStop(() => lock.release());
  }
  const past = options.directory === undefined ? undefined : options.writePast?.(options.directory);
  const clients = openClients(options.node, onStop);
  const started = Promise.withResolvers<void>();
  const node = watchNode({
    client: clients.short,
    node: options.node,
    network: options.network,
    log: options.log,
    started: started.promise,
    onChange: events.state.emit,
    onUnexpectedError: options.onFatal,
  });
  const losses = createStorageLosses(options.log, () => performance.now());
  const mirrored = mirrorMempool(options, node, events, losses, onStop);
  const shared = await openSharedRecords(options, losses, onStop);
  const unresolved = await untilLeading(options, mirrored.mempool, events, node);
  // the index is opened meanwhile
  const received = shared?.received.end();
  const threads = startThreads(options, indexDirectory, mirrored, node, events, onStop);
  node.check();
  const journal = await threads.index.opened.then(threads.journalWriter.begin);
  await Promise.all([past, received]);
  const { records, audits } = shared ?? (await openRecords(options, losses, onStop));
  const lightning = await openNetworkLightning(options, () => context, journal, events, onStop);
  const context = createContext(options, {
    events,
    clients,
    node,
    threads,
    journal,
    records,
    audits,
    losses,
    lightning,
  });
  startRecording(options, context, { events, threads, records, audits, unresolved }, onStop);
  if (options.directory !== undefined) {
    const control = await openIndexControl(options.directory, threads.index, lightning, options.log);
    onStop(async () => control?.close());
  }
  started.resolve();
  return { context, audits, reading: readAccessOf(options, indexDirectory, threads) };
}

/**
 * Mirrors the mempool until this process leads.
 * @returns display ids in the replacement trees of the last run that may have been mined since
 */
async function untilLeading(
  { standby, directory, retention }: RuntimeOptions,
  mempool: MempoolThread,
  events: NetworkEvents,
  node: WatchedNode,
): Promise<readonly string[]> {
  if (standby === undefined) return [];
  const unresolved: string[] = [];
  const leave = events.unresolved.add((txids) => void unresolved.push(...txids));
  // the trees of the last run replace those of this one: now there are none
  if (directory !== undefined) mempool.storeIn(directory, retention.contentBytes);
  node.check();
  standby.onStandby(mempool);
  await standby.leading();
  leave();
  return unresolved;
}

/** Searching all block filters of a chain takes minutes. */
const searchTimeoutMs = 1_800_000;

/** Clients of one node. */
export interface Clients {
  readonly short: NodeClient;
  /** For searches of block filters. */
  readonly long: NodeClient;
}

/** Opens the connections to the node. */
export function openClients(node: NodeAddress, onStop: OnStop): Clients {
  const short = createNodeClient({ ...node, connections: 8 });
  const long = createNodeClient({ ...node, connections: 1, timeoutMs: searchTimeoutMs });
  onStop(async () => {
    await Promise.all([short.close(), long.close()]);
  });
  return { short, long };
}

/** The threads of a network and their followers. */
interface Threads {
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
}

/** The mempool and the writer of its facts: the parts that run on standby. */
interface Mirrored extends Pick<Threads, 'mempool' | 'journalWriter' | 'recentlyConfirmed'> {
  readonly workers: NetworkThreads;
  /** Undefined on standby. */
  index: IndexThread | undefined;
}

/** Starts the mempool thread. */
function mirrorMempool(
  options: RuntimeOptions,
  node: WatchedNode,
  events: NetworkEvents,
  losses: StorageLosses,
  onStop: OnStop,
): Mirrored {
  const { log, onFatal } = options;
  const workers = createNetworkThreads(options.network.name, onFatal);
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
function startThreads(
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
  const index = startIndex(
    options,
    indexDirectory,
    workers,
    node,
    events,
    { readers, state: readStateWriter(readState) },
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
  return { index, mempool, book, facts, journalWriter, recentlyConfirmed, readers, readState };
}

/** Sizes of the caches of the index, in bytes. */
function cacheSizes(memoryBytes: number): { cacheBytes: number; writeBufferBytes: number } {
  const cacheBytes = Math.floor(memoryBytes / 8);
  return { cacheBytes, writeBufferBytes: Math.min(64e6, cacheBytes) };
}

const blockPollMs = 1_000;

function startIndex(
  { network, node: address, cluster, memoryBytes, stored, standby, log, onFatal }: RuntimeOptions,
  directory: string | undefined,
  workers: NetworkThreads,
  node: WatchedNode,
  events: NetworkEvents,
  reading: { readers: IndexReaders; state: ReadStateWriter },
  onReplaced: () => void,
): IndexThread {
  const isReady = () => {
    const { synced, build, failure, lacksBlocks } = index.progress();
    const isComplete = synced && build === undefined && failure === undefined && !lacksBlocks;
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
function readAccessOf(
  { network, node, cluster, memoryBytes, readThreads }: RuntimeOptions,
  directory: string | undefined,
  { mempool, readers, readState: state }: Threads,
): ReadAccess | undefined {
  if (directory === undefined || cluster !== undefined) return undefined;
  return {
    readers,
    threadData: () => ({
      network: network.name,
      node,
      index: { directory, ...cacheSizes(memoryBytes) },
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
    startWorker: workers.start,
    onState: events.state.emit,
    log: options.log,
  });
}

function startMempool(
  { network, node: address, log, onMempoolLatency }: RuntimeOptions,
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
  });
}

/** Records of a network over time. */
interface Records {
  records: MempoolRecords;
  audits: Auditing;
}

/** @param share called with each stored record, for other processes */
async function openRecords(
  { directory, retention, log }: RuntimeOptions,
  losses: StorageLosses,
  onStop: OnStop,
  share: (record: SharedRecord) => void = () => undefined,
): Promise<Records> {
  const records = await openMempoolRecords(directory, retention.days, losses, log, share);
  const audits = await openAudits({
    directory: directory === undefined ? undefined : join(directory, auditsPart),
    maxBytes: retention.auditBytes,
    onError: (error) => log.warn({ event: 'audit', error: String(error) }, 'the audit of a block is missing'),
    onDamaged: (loss) => losses.report('audits', loss),
    onStored: (audit, score) => share({ type: 'audit', audit, score }),
  });
  onStop(() => audits.stop());
  return { records, audits };
}

/** Opens the records of a follower, which receive those of other ones; undefined for a process alone. */
async function openSharedRecords(
  options: RuntimeOptions,
  losses: StorageLosses,
  onStop: OnStop,
): Promise<(Records & { received: FollowedRecords }) | undefined> {
  const { standby, directory } = options;
  if (standby === undefined || directory === undefined) return undefined;
  const sharing = standby.openSharing(directory);
  onStop(() => sharing.close());
  const opened = await openRecords(options, losses, onStop, sharing.publish);
  const received = sharing.follow(async (record) => {
    if (record.type === 'audit') await opened.audits.receive(record.audit, record.score);
    else await opened.records.receive(record);
  });
  return { ...opened, received };
}

/** The graph reads the chain through the context, which exists when the first source has answered. */
async function openNetworkLightning(
  { lightning: settings, network, directory, memoryBytes, log }: RuntimeOptions,
  context: () => NetworkContext,
  journal: NetworkJournal,
  events: NetworkEvents,
  onStop: OnStop,
): Promise<Lightning | undefined> {
  if (settings === undefined) return undefined;
  const lightning = await openLightning({
    settings,
    network: network.name,
    directory: directory === undefined ? undefined : join(directory, lightningPart),
    memoryBytes,
    chain: createIndexChain(context),
    log,
    nowMs: Date.now,
    pastDays: settings.pastDays,
    onFacts: (facts) => journal.append(facts),
    // the chain is served without the graph
    onUnexpectedError: faultLogger(log),
  });
  onStop(() => lightning.stop());
  events.indexFacts.add(lightning.wake);
  events.indexProgress.add(({ synced }) => {
    if (synced) lightning.wake();
  });
  return lightning;
}

interface Parts {
  events: NetworkEvents;
  clients: Clients;
  node: WatchedNode;
  threads: Threads;
  journal: NetworkJournal;
  records: MempoolRecords;
  audits: Auditing;
  losses: StorageLosses;
  lightning: Lightning | undefined;
}

/** Parts of a context: of this process, or of a follower in another one. */
export interface ContextParts extends Pick<Parts, 'events' | 'clients' | 'node' | 'journal' | 'losses' | 'lightning'> {
  /** Absent: this process answers all routes. */
  relayed?: RelayedRoutes | undefined;
  threads: Pick<Threads, 'facts'> & {
    book: Pick<AddressBookThread, 'search'> | undefined;
    index: Pick<IndexThread, 'current' | 'progress'>;
    mempool: Pick<MempoolThread, 'view' | 'frame'>;
    recentlyConfirmed: Pick<RecentlyConfirmed, 'wait'>;
  };
  records: Pick<MempoolRecords, 'samples' | 'summaries' | 'forecasts'>;
  audits: Audits;
}

/** Options that a context has. */
export type ContextOptions = Pick<
  RuntimeOptions,
  | 'network'
  | 'node'
  | 'memoryBytes'
  | 'readThreads'
  | 'miningPools'
  | 'prices'
  | 'fastSince'
  | 'accelerations'
  | 'backend'
  | 'limits'
>;

/** Creates the context of a network. */
export function createContext(options: ContextOptions, parts: ContextParts): NetworkContext {
  const { network } = options;
  const { events, clients, node, threads, records } = parts;
  const nowMs = () => performance.now();
  const source = createBlockSource(clients.short, true, blockFilesPlace(options.node, network));
  const head = createHeadBlocks(clients.short, source, nowMs);
  const bodies = createBodies(source, bodiesBytesOf(options.memoryBytes, options.readThreads));
  return {
    network,
    journal: parts.journal,
    mempool: threads.mempool.view,
    client: clients.short,
    miningPools: options.miningPools,
    prices: options.prices,
    fastSince: options.fastSince,
    accelerations: options.accelerations,
    lightning: parts.lightning,
    relayed: parts.relayed,
    facts: threads.facts,
    addresses: threads.book?.search,
    get backend() {
      return {
        ...options.backend,
        lightning: parts.lightning !== undefined || parts.relayed !== undefined,
        coreVersion: node.state.facts?.subversion ?? '?',
      };
    },
    limits: options.limits,
    head,
    bodies,
    samples: records.samples,
    summaries: records.summaries,
    forecasts: records.forecasts,
    audits: parts.audits,
    losses: parts.losses,
    onSample: events.sample.add,
    scan: createFilterScan({ client: clients.long, bodies, head, nowMs }),
    index: threads.index.current,
    nodeState: () => node.state,
    advice: () => node.advice,
    progress: threads.index.progress,
    frame: threads.mempool.frame,
    onFrame: events.frame.add,
    onEntries: events.mempoolEntries.add,
    onState: events.state.add,
    onHeadBlock: events.headBlock.add,
    journalAwait: threads.recentlyConfirmed.wait,
    now: () => Math.floor(Date.now() / 1000),
  };
}

/** Parts of the recordings. */
interface RecordingParts extends Pick<Parts, 'events' | 'threads' | 'records' | 'audits'> {
  /** Display ids of replacement trees that were reported before. */
  unresolved: readonly string[];
}

/** Starts the recordings of chain and mempool over time. */
function startRecording(
  { directory, standby, retention, accelerations, log, onFatal }: RuntimeOptions,
  context: NetworkContext,
  { events, threads, records, audits, unresolved }: RecordingParts,
  onStop: OnStop,
): void {
  const { index, mempool, journalWriter } = threads;
  const missedRemovals = createMissedRemovals(context, journalWriter, mempool);
  missedRemovals.addUnresolved(unresolved);
  events.unresolved.add(missedRemovals.addUnresolved);
  events.frame.add(({ synced }) => {
    if (!synced || !index.progress().synced) return;
    missedRemovals.resolve().catch((error: unknown) => {
      // the index or the node cannot be read now: the next frame retries
      if (isCoded(error)) log.warn({ event: 'missed-removals', code: error.code }, error.message);
      else onFatal(error);
    });
  });
  const auditSource = auditSourceOf(context);
  events.mempoolBlock.add((block) => audits.arrived(block, auditSource));
  if (directory !== undefined && standby === undefined) mempool.storeIn(directory, retention.contentBytes);
  if (accelerations !== undefined) {
    onStop(
      accelerations.onChange(() =>
        mempool.setFeeDeltas(new Map(accelerations.list().map(({ txid, feeDelta }) => [txid, feeDelta]))),
      ),
    );
  }
  onStop(records.start(context, events.sample.emit));
}
