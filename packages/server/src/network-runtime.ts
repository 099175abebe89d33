import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { BackendInfo } from '@glassblock/contract';
import type { Fact } from '@glassblock/journal';
import type { PoolFrame, PoolSample, PoolView } from '@glassblock/mempool';
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
import { CodedError, displayHash, hashFromDisplay, type NetworkRow, type UnixSeconds } from '@glassblock/primitives';
import { remoteEngine } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Accelerations } from './accelerations/accelerations.ts';
import { addressesPart, startAddressBook } from './address-book-thread.ts';
import { auditSourceOf } from './audit-source.ts';
import { type Auditing, auditsPart, openAudits } from './audits.ts';
import { createBodies } from './bodies.ts';
import type { Retention } from './config/config.ts';
import { type ControlSocket, openControlSocket } from './control-socket.ts';
import { emptyFrame } from './empty-frame.ts';
import { exportIndex } from './export-index.ts';
import { createFilterScan } from './filter-scan.ts';
import { createHeadBlocks } from './head-blocks.ts';
import { createBuildLog, indexSentence } from './index-words.ts';
import {
  type KeptJournal,
  missedBlocks,
  mostMissed,
  openKeptJournal,
  type PoolMemory,
  rememberPool,
} from './kept-journal.ts';
import { blockFactsPart, openBlockFacts } from './mining/block-facts.ts';
import type { IndexProgress, NetworkContext } from './network-context.ts';
import { openPoolRecords, poolRecordParts } from './pool-records.ts';
import { callerOf } from './port-calls.ts';
import type { Prices } from './prices/price-book.ts';
import { withChain } from './query/chain-reader.ts';
import { mapBounded } from './query/map-bounded.ts';
import type { PoolFinder } from './query/mining-pools.ts';
import { createServedIndex } from './served-index.ts';
import type {
  FromIndexWorker,
  FromMempoolWorker,
  IndexWorkerData,
  MempoolWorkerData,
  ToMempoolWorker,
  ToWorker,
} from './workers/messages.ts';

export interface RuntimeOptions {
  network: NetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Remove what the directory holds first. */
  fresh: boolean;
  /** What the index keeps beside the minimum. */
  kept: { ids: boolean; bodies: boolean };
  /** Keep a book of all addresses. */
  addressSearch: boolean;
  limits: { blocksBulk: number; allowInternal: boolean };
  retention: Retention;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  backend: BackendInfo;
  pools: PoolFinder;
  prices: Prices;
  accelerations: Accelerations | undefined;
  log: Logger;
  /** Told how long an answer of the pool took, in seconds. */
  onPoolLatency(seconds: number): void;
  /** A worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}

/** One network at work: its follower threads and what serving needs. */
export interface NetworkRuntime {
  readonly context: NetworkContext;
  stop(): Promise<void>;
}

const poolMethods = [
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
] as const satisfies (keyof PoolView)[];
const keptEvents = 50_000;
/** A small young generation costs little time here and keeps a thread's memory near what it uses. */
const youngMb = 16;
/** Connecting a block holds thousands of rows at once: with less room they are moved about. */
const indexYoungMb = 48;
/** Blocks behind which nothing is journaled: the first sync is no news. */
const journalLag = 6;
/** Transactions of the last run's pool that are looked up in the chain. */
const mostGoneAsked = 20_000;
const goneAtOnce = 16;
/** A search through all block filters of a chain takes minutes. */
const searchTimeoutMs = 1_800_000;
const minedPatienceMs = 2_000;

/** Starts the threads of one network. @throws {CodedError} index.other-network, index.other-format, store.locked .. */
export async function startNetwork(options: RuntimeOptions): Promise<NetworkRuntime> {
  const { network, node, log } = options;
  const client = createNodeClient({ ...node, connections: 8 });
  const patientClient = createNodeClient({ ...node, connections: 1, timeoutMs: searchTimeoutMs });
  const listeners = {
    frame: new Set<(frame: PoolFrame) => void>(),
    state: new Set<() => void>(),
    head: new Set<() => void>(),
    sample: new Set<(sample: PoolSample) => void>(),
  };
  let frame = emptyFrame;
  let progress: IndexProgress = {
    height: null,
    nodeHeight: null,
    synced: false,
    trouble: undefined,
    lacksBlocks: false,
    build: undefined,
  };
  let advice: readonly string[] = [];
  let isReported = false;
  let audits: Auditing | undefined;
  /** What requests are served from, once it is there. */
  let serving: NetworkContext | undefined;
  let stopping = false;
  const told = () => {
    for (const listener of listeners.state) listener();
  };

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
        ...poolRecordParts,
      ]) {
        await rm(join(options.directory!, part), { recursive: true, force: true });
      }
    }
    await mkdir(directory, { recursive: true });
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
      told();
    },
    onFault: options.onFatal,
  });

  async function report(): Promise<void> {
    const { facts } = monitor.state;
    if (facts === undefined) return;
    const ways = await estimateSync(client, facts, () => performance.now(), blockFilesPlace(node, network));
    for (const line of reportLines(facts, advice, ways)) log.info({ event: 'start-report' }, line);
  }

  // ---- index thread

  const engineChannel = directory === undefined ? new MessageChannel() : undefined;
  const indexData: IndexWorkerData = {
    network: network.name,
    node,
    directory,
    ...level,
    sortBytes: Math.floor(options.memoryBytes / 2),
    keepIds: options.kept.ids,
    keepBodies: options.kept.bodies,
    enginePort: engineChannel?.port2,
  };
  const served = createServedIndex({
    network: network.name,
    memory: engineChannel === undefined ? undefined : remoteEngine(engineChannel.port1),
    directory,
    ...level,
    onDamaged: (error) => onDamaged(error.message),
  });
  const facts = openBlockFacts({
    network,
    pools: options.pools,
    index: served.current,
    directory: options.directory,
    onTrouble: (error) => log.warn({ event: 'block-facts', error: String(error) }, 'facts of blocks are not at hand'),
    onFault: options.onFatal,
  });
  const exits: Promise<unknown>[] = [];
  const indexWorker = startWorker(
    'index-worker.ts',
    indexData,
    engineChannel === undefined ? [] : [engineChannel.port2],
  );
  const logBuild = createBuildLog(log);
  let isOpened = false;
  let isDamaged = false;
  const opened = new Promise<void>((resolve, reject) => {
    indexWorker.on('message', (message: FromIndexWorker) => {
      switch (message.type) {
        case 'opened':
          served.open().then(
            () => {
              facts.wake();
              resolve();
            },
            (error: unknown) => (isOpened ? options.onFatal(error) : reject(error)),
          );
          break;
        case 'let-go':
          served.letGo().then(() => post(indexWorker, { type: 'gone' }), options.onFatal);
          break;
        case 'refused': {
          const refusal = new CodedError(message.code, message.message);
          if (message.code === 'store.damaged') onDamaged(message.message).then(resolve, reject);
          else if (isOpened) options.onFatal(refusal);
          else reject(refusal);
          break;
        }
        case 'facts':
          onIndexFacts(message.facts, message.nodeHeight);
          book?.moved();
          facts.wake();
          break;
        case 'progress': {
          if (isDamaged) break;
          const { height, nodeHeight, synced, build } = message;
          progress = { height, nodeHeight, synced, trouble: undefined, lacksBlocks: false, build };
          log.debug({ event: 'index-progress', height, nodeHeight, synced });
          if (build !== undefined) logBuild(build);
          else facts.wake();
          if (synced) book?.wake();
          told();
          break;
        }
        case 'trouble': {
          log.warn({ event: 'index-trouble', code: message.code }, message.message);
          if (isDamaged) break;
          const lacksBlocks = message.code === 'node.no-data';
          progress = {
            ...progress,
            synced: false,
            trouble: message.expected && !lacksBlocks ? undefined : indexSentence(message),
            lacksBlocks,
          };
          if (message.expected) void monitor.check();
          told();
          break;
        }
      }
    });
  });

  /** Nothing more is written or read of an index whose files are damaged; pool and newest blocks are served on. */
  async function onDamaged(message: string): Promise<void> {
    if (isDamaged) return;
    isDamaged = true;
    log.error({ event: 'index-damaged' }, message);
    const trouble = indexSentence({ code: 'store.damaged', message });
    progress = { ...progress, height: null, synced: false, trouble, build: undefined };
    post(indexWorker, { type: 'stop' });
    await served.giveUp();
    facts.wake();
    told();
  }

  // both would read the chain at once: the book begins when the index is whole
  const book = options.addressSearch
    ? startAddressBook({
        network: network.name,
        node,
        directory: options.directory,
        cacheBytes: Math.floor(cacheBytes / 4),
        writeBufferBytes: level.writeBufferBytes,
        startWorker,
        onState: told,
        log,
      })
    : undefined;

  // ---- the journal: it is opened after the index, whose lock guards it too

  let journal: KeptJournal | undefined;
  let poolMemory: PoolMemory | undefined;
  /** The journal goes on from an earlier run. */
  let knewChain = false;
  /** Blocks that the index had connected before the journal was open: the index thread may tell of them once more. */
  const toldAtStart = new Set<string>();
  const untilJournal: (() => void)[] = [];

  /** Appends to the journal, or does so when it is open. */
  function withJournal(work: (kept: KeptJournal) => void): void {
    if (journal === undefined) untilJournal.push(() => work(journal!));
    else work(journal);
  }

  async function beginJournal(): Promise<KeptJournal> {
    const kept = await openKeptJournal({
      directory: options.directory === undefined ? undefined : join(options.directory, 'journal'),
      keptEvents,
      keptBytes: options.retention.journalBytes,
      keptDays: options.retention.days,
      onTrouble(trouble) {
        if (trouble === undefined) log.info({ event: 'journal' }, 'the journal is kept again');
        else log.warn({ event: 'journal' }, trouble);
      },
      onFault: options.onFatal,
    });
    const index = served.current();
    const missed = index === undefined ? [] : await missedBlocks(kept, index);
    kept.append(missed);
    for (const fact of missed) if (fact.type === 'block-connected') toldAtStart.add(displayHash(fact.hash));
    const { state } = kept.keyframe();
    knewChain = state.tip !== undefined;
    poolMemory = rememberPool(state);
    journal = kept;
    for (const work of untilJournal.splice(0)) work();
    return kept;
  }

  const minedLately = new Map<string, number>();
  let withheld: Fact | undefined;

  function onIndexFacts(facts: readonly Fact[], theirs: number | null): void {
    const last = facts.at(-1);
    if (last !== undefined && 'height' in last)
      progress = { ...progress, height: last.type === 'block-connected' ? last.height : last.height - 1 };
    progress = { ...progress, nodeHeight: theirs ?? progress.nodeHeight };
    const at = progress;
    withJournal((kept) => journalBlocks(kept, facts, at));
  }

  function journalBlocks(kept: KeptJournal, all: readonly Fact[], { height, nodeHeight }: IndexProgress): void {
    const lag = knewChain ? mostMissed : journalLag;
    const isFirstSync = nodeHeight === null || (height !== null && nodeHeight - height > lag);
    if (isFirstSync) {
      withheld = all.at(-1);
      return;
    }
    const facts = all.filter((fact) => fact.type !== 'block-connected' || !toldAtStart.delete(displayHash(fact.hash)));
    const first = withheld;
    withheld = undefined;
    kept.append(first === undefined || first === all[0] ? facts : [first, ...facts]);
    void kept.sync().catch(options.onFatal);
    post(mempoolWorker, { type: 'wake' });
  }

  // ---- mempool thread

  const poolChannel = new MessageChannel();
  const mempoolData: MempoolWorkerData = { network: network.name, node, viewPort: poolChannel.port2 };
  const mempoolWorker = startWorker('mempool-worker.ts', mempoolData, [poolChannel.port2]);
  const pool = callerOf<PoolView>(poolChannel.port1, poolMethods, { onLatency: options.onPoolLatency });
  mempoolWorker.on('message', (message: FromMempoolWorker) => {
    switch (message.type) {
      case 'facts':
        onPoolFacts(message.facts);
        break;
      case 'frame':
        frame = message.frame;
        if (frame.synced && progress.synced) void tellWhatWas().catch(options.onFatal);
        for (const listener of listeners.frame) listener(frame);
        break;
      case 'block':
        audits?.arrived(message.block, serving === undefined ? undefined : auditSourceOf(serving));
        break;
      case 'unresolved':
        unresolved = [...unresolved, ...message.txids];
        break;
      case 'block-seen':
        post(indexWorker, { type: 'wake' });
        if (progress.height === null || progress.build !== undefined) for (const listener of listeners.head) listener();
        break;
      case 'trouble':
        log.warn({ event: 'mempool-trouble', code: message.code }, message.message);
        if (message.expected) void monitor.check();
        break;
    }
  });

  function onPoolFacts(facts: readonly Fact[]): void {
    const now = Date.now();
    for (const fact of facts) {
      if (fact.type === 'tx-removed' && fact.reason === 'mined') minedLately.set(displayHash(fact.txid), now);
    }
    for (const [txid, since] of minedLately) {
      if (now - since < 30_000) break;
      minedLately.delete(txid);
    }
    withJournal((kept) => {
      const news = poolMemory!.news(facts);
      if (news.length > 0) kept.append(news);
    });
  }

  /** Ids in trees of replacements of the last run, which may have been mined since. */
  let unresolved: readonly string[] = [];

  /** What became, since the last run, of what was in the pool and in trees of replacements: asked once index and pool are
   *  where the node is. */
  async function tellWhatWas(): Promise<void> {
    if (serving === undefined) return;
    await tellGone();
    const txids = unresolved;
    if (txids.length === 0) return;
    unresolved = [];
    const numbers = await withChain(serving, (chain) =>
      mapBounded(txids, goneAtOnce, (txid) => chain.numberOf(hashFromDisplay(txid))),
    );
    const mined = txids.filter((_, i) => numbers?.[i] !== undefined);
    if (mined.length > 0) post(mempoolWorker, { type: 'mined', txids: mined });
  }

  /** What was in the pool when the last run ended, and is not any more: mined or gone in between. */
  async function tellGone(): Promise<void> {
    const kept = journal;
    const gone = kept === undefined || serving === undefined ? [] : poolMemory!.gone();
    if (kept === undefined || serving === undefined || gone.length === 0) return;
    const asked = gone.slice(0, mostGoneAsked);
    const numbers = await withChain(serving, (chain) => mapBounded(asked, goneAtOnce, (txid) => chain.numberOf(txid)));
    const time = Math.floor(Date.now() / 1000) as UnixSeconds;
    kept.append(
      gone.map((txid, i): Fact => {
        const isMined = numbers?.[i] !== undefined;
        return { type: 'tx-removed', txid, reason: isMined ? 'mined' : 'unknown', certain: isMined, time };
      }),
    );
  }

  async function stopThreads(): Promise<void> {
    stopping = true;
    monitor.close();
    await facts.stop();
    await audits?.stop();
    // the index thread opened LevelDB first and owns its cache: it closes last
    await served.close();
    post(indexWorker, { type: 'stop' });
    post(mempoolWorker, { type: 'stop' });
    book?.stop();
    await Promise.all(exits);
    await journal?.close();
    await Promise.all([client.close(), patientClient.close()]);
  }

  function startWorker(file: string, data: object, transferList: MessageChannel['port1'][]): Worker {
    const worker = new Worker(new URL(`./workers/${file}`, import.meta.url), {
      workerData: data,
      transferList,
      resourceLimits: { maxYoungGenerationSizeMb: file === 'index-worker.ts' ? indexYoungMb : youngMb },
      name: `${network.name} ${file.replace('.ts', '')}`,
    });
    worker.on('error', options.onFatal);
    exits.push(new Promise((resolve) => worker.once('exit', resolve)));
    worker.on('exit', (code) => {
      if (!stopping && code !== 0) options.onFatal(new Error(`${file} of ${network.name} ended with ${code}`));
    });
    return worker;
  }

  void monitor.check();
  const kept = await opened.then(beginJournal).catch(async (error: unknown) => {
    await stopThreads();
    throw error;
  });
  isOpened = true;

  const source = createBlockSource(client, true, blockFilesPlace(node, network));
  const head = createHeadBlocks(client, source, () => performance.now());
  const bodies = createBodies(source, bodyBytes);
  const records = await openPoolRecords(options.directory, options.retention.days, log);
  const auditing = await openAudits({
    directory: options.directory === undefined ? undefined : join(options.directory, auditsPart),
    keptBytes: options.retention.auditBytes,
    onTrouble: (error) => log.warn({ event: 'audit', error: String(error) }, 'the audit of a block is missing'),
  });
  audits = auditing;
  const context: NetworkContext = {
    network,
    journal: kept,
    pool,
    client,
    pools: options.pools,
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
    scan: createFilterScan({ client: patientClient, bodies, head, nowMs: () => performance.now() }),
    index: served.current,
    nodeState: () => monitor.state,
    advice: () => advice,
    progress: () => progress,
    frame: () => frame,
    onFrame(listener) {
      listeners.frame.add(listener);
      return () => listeners.frame.delete(listener);
    },
    onState(listener) {
      listeners.state.add(listener);
      return () => listeners.state.delete(listener);
    },
    onHeadBlock(listener) {
      listeners.head.add(listener);
      return () => listeners.head.delete(listener);
    },
    journalAwait,
    now: () => Math.floor(Date.now() / 1000),
  };
  serving = context;
  if (options.directory !== undefined) {
    const { contentBytes } = options.retention;
    post(mempoolWorker, { type: 'keep', directory: options.directory, contentBytes });
  }

  async function journalAwait<T>(txid: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined> {
    const deadline = Date.now() + minedPatienceMs;
    while (minedLately.has(txid) && Date.now() < deadline) {
      await nextState(deadline - Date.now());
      const found = await lookUp();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function nextState(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        listeners.state.delete(done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, mostMs));
      listeners.state.add(done);
    });
  }

  const { accelerations } = options;
  const paid = () => new Map(accelerations?.list().map(({ txid, feeDelta }) => [txid, feeDelta]));
  const endAccelerations = accelerations?.onChange(() => post(mempoolWorker, { type: 'fee-deltas', sats: paid() }));

  const endRecords = records.start(context, (sample) => {
    for (const listener of listeners.sample) listener(sample);
  });

  const control = options.directory === undefined ? undefined : await listenForCommands(options.directory);

  /** Without it the index cannot be copied while it is served, no more. */
  async function listenForCommands(home: string): Promise<ControlSocket | undefined> {
    try {
      return await openControlSocket(home, async (target, how) => {
        if (isDamaged) throw new CodedError('store.damaged', 'the index is damaged: there is nothing to copy');
        return exportIndex(served.current()!.store, target, how);
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

function post(worker: Worker, message: ToWorker | ToMempoolWorker): void {
  worker.postMessage(message);
}
