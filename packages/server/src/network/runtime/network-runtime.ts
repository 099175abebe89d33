import { join } from 'node:path';
import { isCoded } from '@glassblock/primitives';
import { lockDirectory } from '@glassblock/store';
import { faultLogger } from '../../log-fault.ts';
import { openIndexControl } from '../../maintenance/index-control.ts';
import { auditSourceOf } from '../../recording/audit-source.ts';
import { type Auditing, auditsPart, openAudits } from '../../recording/audits.ts';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';
import { type MempoolRecords, openMempoolRecords } from '../../recording/mempool-records.ts';
import type { FollowedRecords, SharedRecord } from '../../recording/shared-records.ts';
import { createStorageLosses, type StorageLosses } from '../../recording/storage-losses.ts';
import { createIndexChain } from '../../sources/lightning/index-chain.ts';
import { type Lightning, lightningPart, openLightning } from '../../sources/lightning/open-lightning.ts';
import type { MempoolThread } from '../../threads/mempool-thread.ts';
import type { NetworkContext } from '../network-context.ts';
import { lockPart, prepareDirectory } from '../network-directory.ts';
import type { ReadAccess } from '../read-access.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { type WatchedNode, watchNode } from '../watch-node.ts';
import { createContext } from './create-context.ts';
import { createMissedRemovals } from './missed-removals.ts';
import { createNetworkEvents, type NetworkEvents } from './network-events.ts';
import { openClients } from './node-clients.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { mirrorMempool, readAccessOf, startThreads, type Threads } from './start-threads.ts';

/** A running network: its threads and the context of its answers. */
export interface NetworkRuntime {
  readonly context: NetworkContext;
  readonly audits: Auditing;
  /** For read threads; undefined where the index is not on LevelDB. */
  readonly reading: ReadAccess | undefined;
  /** Called when the clients of this process have a block, see `MempoolRunner.blockSent`. */
  blockSent(id: string): void;
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
  const { blockSent } = threads.mempool;
  return { context, audits, reading: readAccessOf(options, indexDirectory, threads), blockSent };
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
  // loading the trees of the last run drops those in memory: none exist yet
  if (directory !== undefined) mempool.storeIn(directory, retention.contentBytes);
  node.check();
  standby.onStandby(mempool);
  await standby.leading();
  leave();
  return unresolved;
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
    startAfter: settings.startAfter,
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

/** Parts of the recordings. */
interface RecordingParts extends Records {
  events: NetworkEvents;
  threads: Pick<Threads, 'index' | 'mempool' | 'journalWriter'>;
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
