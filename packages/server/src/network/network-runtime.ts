import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { BackendInfo } from '@glassblock/contract';
import type { MempoolFrame, MempoolSample, MempoolView } from '@glassblock/mempool';
import {
  adviceFor,
  blockFilesPlace,
  createBlockSource,
  createNodeClient,
  createNodeMonitor,
  estimateSync,
  type NodeAddress,
  reportLines,
} from '@glassblock/node';
import { CodedError, hashFromDisplay, type NetworkRow, type Txid } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { mapBounded } from '../concurrency/map-bounded.ts';
import type { Retention } from '../config/config.ts';
import { type ControlSocket, openControlSocket } from '../maintenance/control-socket.ts';
import { exportIndex } from '../maintenance/export-index.ts';
import { auditSourceOf } from '../recording/audit-source.ts';
import { type Auditing, auditsPart, openAudits } from '../recording/audits.ts';
import { blockFactsPart, openBlockFacts } from '../recording/block-facts.ts';
import { createJournalWriter } from '../recording/journal-writer.ts';
import { mempoolRecordParts, openMempoolRecords } from '../recording/mempool-records.ts';
import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import type { Prices } from '../sources/prices/price-book.ts';
import { addressesPart, startAddressBook } from '../threads/address-book-thread.ts';
import { startIndexThread } from '../threads/index-thread.ts';
import type { FromMempoolWorker, MempoolWorkerData } from '../threads/messages.ts';
import { createNetworkThreads, post } from '../threads/network-threads.ts';
import { callerOf } from '../threads/port-calls.ts';
import { createBodies } from './bodies.ts';
import { withChain } from './chain-reader.ts';
import { emptyFrame } from './empty-frame.ts';
import { createFilterScan } from './filter-scan.ts';
import { createHeadBlocks } from './head-blocks.ts';
import type { MiningPoolFinder } from './mining-pools.ts';
import type { IndexProgress, NetworkContext } from './network-context.ts';
import { createRecentlyConfirmed } from './recently-confirmed.ts';

/** Options of a network. */
export interface RuntimeOptions {
  network: NetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Remove the contents of the directory first. */
  fresh: boolean;
  /** Optional contents of the index. */
  stored: { ids: boolean; bodies: boolean };
  /** Keep an address book. */
  addressSearch: boolean;
  limits: { blocksBulk: number };
  retention: Retention;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  backend: BackendInfo;
  miningPools: MiningPoolFinder;
  prices: Prices;
  accelerations: Accelerations | undefined;
  log: Logger;
  /** Called with the latency of mempool calls, in seconds. */
  onMempoolLatency(seconds: number): void;
  /** Called when a worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}

/** A running network: its threads and what serving needs. */
export interface NetworkRuntime {
  readonly context: NetworkContext;
  stop(): Promise<void>;
}

const mempoolMethods = [
  'frame',
  'entries',
  'script',
  'scriptOutputs',
  'addressKeys',
  'spenders',
  'txids',
  'totals',
  'projectedBlock',
  'sample',
  'forecastInputs',
  'rawOf',
  'cluster',
  'replacement',
  'replacements',
  'replacedTx',
  'watchBlocks',
] as const satisfies (keyof MempoolView)[];
const lookupConcurrency = 16;
/** Searching all block filters of a chain takes minutes. */
const searchTimeoutMs = 1_800_000;

/**
 * Starts the threads of one network.
 * @throws {CodedError} index.other-network, index.other-format, store.locked ..
 */
export async function startNetwork(options: RuntimeOptions): Promise<NetworkRuntime> {
  const { network, node, log } = options;
  const client = createNodeClient({ ...node, connections: 8 });
  const longTimeoutClient = createNodeClient({ ...node, connections: 1, timeoutMs: searchTimeoutMs });
  const listeners = {
    frame: new Set<(frame: MempoolFrame) => void>(),
    state: new Set<() => void>(),
    head: new Set<() => void>(),
    sample: new Set<(sample: MempoolSample) => void>(),
  };
  let frame = emptyFrame;
  let advice: readonly string[] = [];
  let isReported = false;
  let audits: Auditing | undefined;
  /** Context of requests, once created. */
  let serving: NetworkContext | undefined;
  const published = () => {
    for (const listener of listeners.state) listener();
  };
  const onState = (listener: () => void) => {
    listeners.state.add(listener);
    return () => void listeners.state.delete(listener);
  };
  const threads = createNetworkThreads(network.name, options.onFatal);

  const directory = options.directory === undefined ? undefined : join(options.directory, 'index');
  if (directory !== undefined) {
    if (options.fresh) {
      await rm(directory, { recursive: true, force: true });
      for (const part of [
        'journal',
        'contents',
        'replacements',
        blockFactsPart,
        auditsPart,
        addressesPart,
        ...mempoolRecordParts,
      ]) {
        await rm(join(options.directory!, part), { recursive: true, force: true });
      }
    }
    await mkdir(directory, { recursive: true });
    await chmod(options.directory!, 0o700);
  }
  const cacheBytes = Math.floor(options.memoryBytes / 8);
  const bodyBytes = Math.floor(options.memoryBytes / 4);
  const level = { cacheBytes, writeBufferBytes: Math.min(64e6, cacheBytes) };

  const monitor = createNodeMonitor({
    client,
    network,
    onChange(state) {
      log.info({ event: 'node-state', state: state.name, sentence: state.sentence });
      if (state.facts !== undefined) {
        advice = adviceFor(state.facts);
        if (!isReported && state.name === 'ready') {
          isReported = true;
          void report().catch((error: unknown) => log.warn({ event: 'start-report', error: String(error) }));
        }
      }
      published();
    },
    onUnexpectedError: options.onFatal,
  });

  async function report(): Promise<void> {
    const { facts } = monitor.state;
    if (facts === undefined) return;
    const ways = await estimateSync(client, facts, () => performance.now(), blockFilesPlace(node, network));
    for (const line of reportLines(facts, advice, ways)) log.info({ event: 'start-report' }, line);
  }

  const index = startIndexThread({
    network: network.name,
    node,
    directory,
    ...level,
    sortBytes: Math.floor(options.memoryBytes / 2),
    keepIds: options.stored.ids,
    keepBodies: options.stored.bodies,
    threads,
    log,
    onReadable: () => facts.wake(),
    onFacts(news, progress) {
      journalWriter.blocks(news, progress);
      book?.moved();
      facts.wake();
    },
    onProgress({ build, synced }) {
      if (build === undefined) facts.wake();
      if (synced) book?.wake();
      published();
    },
    onError(ofNode) {
      if (ofNode) void monitor.check();
      published();
    },
    onFatal: options.onFatal,
  });
  const facts = openBlockFacts({
    network,
    miningPools: options.miningPools,
    index: index.current,
    directory: options.directory,
    onError: (error) => log.warn({ event: 'block-facts', error: String(error) }, 'block facts are not available'),
    onUnexpectedError: options.onFatal,
  });

  // both would read the chain concurrently: the address index starts when the index is complete
  const book = options.addressSearch
    ? startAddressBook({
        network: network.name,
        node,
        directory: options.directory,
        cacheBytes: Math.floor(cacheBytes / 4),
        writeBufferBytes: level.writeBufferBytes,
        startWorker: threads.start,
        onState: published,
        log,
      })
    : undefined;

  const journalWriter = createJournalWriter({
    directory: options.directory,
    retention: options.retention,
    index: index.current,
    log,
    onBlocks: () => post(mempoolWorker, { type: 'wake' }),
    onUnexpectedError: options.onFatal,
  });
  const recentlyConfirmed = createRecentlyConfirmed(onState);

  const mempoolChannel = new MessageChannel();
  const mempoolData: MempoolWorkerData = { network: network.name, node, viewPort: mempoolChannel.port2 };
  const mempoolWorker = threads.start('mempool-worker.ts', mempoolData, [mempoolChannel.port2]);
  const mempool = callerOf<MempoolView>(mempoolChannel.port1, mempoolMethods, { onLatency: options.onMempoolLatency });
  mempoolWorker.on('message', (message: FromMempoolWorker) => {
    switch (message.type) {
      case 'facts':
        recentlyConfirmed.note(message.facts);
        journalWriter.mempool(message.facts);
        break;
      case 'frame':
        frame = message.frame;
        if (frame.synced && index.progress().synced) void resolveMissedRemovals().catch(options.onFatal);
        for (const listener of listeners.frame) listener(frame);
        break;
      case 'block':
        audits?.arrived(message.block, serving === undefined ? undefined : auditSourceOf(serving));
        break;
      case 'unresolved':
        unresolved = [...unresolved, ...message.txids];
        break;
      case 'block-seen':
        index.wake();
        if (isBuilding(index.progress())) for (const listener of listeners.head) listener();
        break;
      case 'trouble':
        log.warn({ event: 'mempool-trouble', code: message.code }, message.message);
        if (message.expected) void monitor.check();
        break;
    }
  });

  /** Ids in replacement trees of the last run, which may have been mined since. */
  let unresolved: readonly string[] = [];

  /**
   * Resolves changes of mempool transactions and replacement trees since the last run: called once index and
   * mempool are in sync.
   */
  async function resolveMissedRemovals(): Promise<void> {
    if (serving === undefined) return;
    await journalWriter.appendMissedRemovals(areMined);
    const txids = unresolved;
    if (txids.length === 0) return;
    unresolved = [];
    const isMined = await areMined(txids.map(hashFromDisplay));
    const mined = txids.filter((_, i) => isMined[i]);
    if (mined.length > 0) post(mempoolWorker, { type: 'mined', txids: mined });
  }

  async function areMined(txids: readonly Txid[]): Promise<boolean[]> {
    const numbers = await withChain(serving!, (chain) =>
      mapBounded(txids, lookupConcurrency, (txid) => chain.numberOf(txid)),
    );
    return txids.map((_, i) => numbers?.[i] !== undefined);
  }

  async function stopThreads(): Promise<void> {
    threads.stopping();
    monitor.close();
    await facts.stop();
    await audits?.stop();
    await index.close();
    post(mempoolWorker, { type: 'stop' });
    book?.stop();
    await threads.ended();
    await journalWriter.close();
    await Promise.all([client.close(), longTimeoutClient.close()]);
  }

  void monitor.check();
  const journal = await index.opened.then(journalWriter.begin).catch(async (error: unknown) => {
    await stopThreads();
    throw error;
  });

  const source = createBlockSource(client, true, blockFilesPlace(node, network));
  const head = createHeadBlocks(client, source, () => performance.now());
  const bodies = createBodies(source, bodyBytes);
  const records = await openMempoolRecords(options.directory, options.retention.days, log);
  const auditing = await openAudits({
    directory: options.directory === undefined ? undefined : join(options.directory, auditsPart),
    keptBytes: options.retention.auditBytes,
    onError: (error) => log.warn({ event: 'audit', error: String(error) }, 'the audit of a block is missing'),
  });
  audits = auditing;
  const context: NetworkContext = {
    network,
    journal,
    mempool,
    client,
    miningPools: options.miningPools,
    prices: options.prices,
    accelerations: options.accelerations,
    facts,
    addresses: book?.search,
    get backend() {
      return { ...options.backend, coreVersion: monitor.state.facts?.subversion ?? '?' };
    },
    limits: options.limits,
    head,
    bodies,
    samples: records.samples,
    summaries: records.summaries,
    forecasts: records.forecasts,
    audits: auditing,
    onSample(listener) {
      listeners.sample.add(listener);
      return () => listeners.sample.delete(listener);
    },
    scan: createFilterScan({ client: longTimeoutClient, bodies, head, nowMs: () => performance.now() }),
    index: index.current,
    nodeState: () => monitor.state,
    advice: () => advice,
    progress: index.progress,
    frame: () => frame,
    onFrame(listener) {
      listeners.frame.add(listener);
      return () => listeners.frame.delete(listener);
    },
    onState,
    onHeadBlock(listener) {
      listeners.head.add(listener);
      return () => listeners.head.delete(listener);
    },
    journalAwait: recentlyConfirmed.wait,
    now: () => Math.floor(Date.now() / 1000),
  };
  serving = context;
  if (options.directory !== undefined) {
    const { contentBytes } = options.retention;
    post(mempoolWorker, { type: 'keep', directory: options.directory, contentBytes });
  }

  const { accelerations } = options;
  const paid = () => new Map(accelerations?.list().map(({ txid, feeDelta }) => [txid, feeDelta]));
  const endAccelerations = accelerations?.onChange(() => post(mempoolWorker, { type: 'fee-deltas', sats: paid() }));

  const endRecords = records.start(context, (sample) => {
    for (const listener of listeners.sample) listener(sample);
  });

  const control = options.directory === undefined ? undefined : await listenForCommands(options.directory);

  /** Without it the index cannot be exported while it is served. */
  async function listenForCommands(home: string): Promise<ControlSocket | undefined> {
    try {
      return await openControlSocket(home, async (target, how) => {
        if (index.isDamaged()) throw new CodedError('store.damaged', 'the index is damaged: there is nothing to copy');
        return exportIndex(index.current()!.store, target, how);
      });
    } catch (error) {
      log.warn({ event: 'control-socket', error: String(error) }, 'the running index cannot be exported');
      return undefined;
    }
  }

  return {
    context,
    async stop() {
      endAccelerations?.();
      await endRecords();
      await control?.close();
      await stopThreads();
    },
  };
}

/** No journal entry will report a new block. */
const isBuilding = ({ height, build }: IndexProgress) => height === null || build !== undefined;
