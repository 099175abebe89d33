import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackendInfo } from '@glassblock/contract';
import type { Fact } from '@glassblock/journal';
import {
  createElementsMonitor,
  createNodeClient,
  type ElementsFacts,
  elementsReportLines,
  type NodeAddress,
  type NodeClient,
  type NodeFacts,
} from '@glassblock/node';
import { type ElementsNetworkRow, type ElementsTransaction, elementsNetworks } from '@glassblock/primitives/elements';
import { type CassandraAddress, lockDirectory } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Retention } from '../../config/config.ts';
import { openIndexControl } from '../../maintenance/index-control.ts';
import type { JournalWriter } from '../../recording/journal-writer.ts';
import {
  createLiquidJournal,
  type LiquidRecordsOptions,
  openLiquidRecords,
} from '../../recording/liquid/liquid-records.ts';
import { createStorageLosses } from '../../recording/storage-losses.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import { type AddressBookThread, startAddressBook } from '../../threads/address-book-thread.ts';
import { keyspaceOf } from '../../threads/index-engine.ts';
import { type IndexThread, startIndexThread } from '../../threads/index-thread.ts';
import { createNetworkThreads } from '../../threads/network-threads.ts';
import type { SharedThread } from '../../threads/shared-thread.ts';
import type { AddressSearch } from '../addresses/address-book-progress.ts';
import type { IndexOfChain } from '../chain/chain-context.ts';
import type { IndexProgress } from '../chain/index/index-progress.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import { lockPart, prepareDirectory } from '../network-directory.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { type AssetPaths, openAssetFiles } from './asset-files.ts';
import {
  type Federation,
  type FederationOptions,
  type ParentNetwork,
  startFederation,
} from './federation/federation.ts';
import { noFederation } from './federation/federation-context.ts';
import { type LiquidContext, withLiquidIndex } from './liquid-context.ts';
import { createLiquidMempool } from './liquid-mempool.ts';
import { createLiquidNode } from './liquid-node.ts';
import { prevoutsOf } from './liquid-txs.ts';

/** Options of a Liquid network. */
export interface LiquidRuntimeOptions extends AssetPaths {
  network: ElementsNetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Keyspaces that are used instead, one per network: this name, an underscore and the network's. */
  cluster?: CassandraAddress | undefined;
  /** Remove the contents of the directory first. */
  fresh: boolean;
  backend: BackendInfo;
  /** The network that it is pegged to; undefined: not in this process, so its federation is not audited. */
  parent: ParentNetwork | undefined;
  /** The index thread starts when it resolves; undefined: at once. Until then the network has no index. */
  startAfter?: Promise<void>;
  retention: Retention;
  prices: Prices;
  /** Maintain an index of all addresses. */
  addressSearch: boolean;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  /** Runs the index and the address book; absent: each has a thread of its own. */
  sharedThread?: SharedThread | undefined;
  log: Logger;
  /** Called when a worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}

/** A running Liquid network. */
export interface LiquidRuntime {
  readonly context: LiquidContext;
  stop(): Promise<void>;
}

const blockPollMs = 1_000;

/**
 * Starts the index thread of a Liquid network and the sources of its answers.
 * @throws {CodedError} index.other-network, index.other-format, store.locked ..
 */
export async function startLiquid(options: LiquidRuntimeOptions): Promise<LiquidRuntime> {
  const { started: context, stop } = await startInSteps((onStop) => startParts(options, onStop));
  return { context, stop };
}

async function startParts(options: LiquidRuntimeOptions, onStop: OnStop): Promise<LiquidContext> {
  const { node, directory, memoryBytes, log, onFatal } = options;
  const indexDirectory = directory === undefined ? undefined : await prepareDirectory(directory, options.fresh);
  if (directory !== undefined) {
    const lock = await lockDirectory(join(directory, lockPart));
    onStop(() => lock.release());
  }
  const client = createNodeClient({ ...node, connections: 8 });
  onStop(() => client.close());
  let federation: Federation | undefined;
  const { monitor, known } = watchElementsNode(options, client, () => federation?.wake());
  onStop(() => monitor.close());
  const losses = createStorageLosses(log, () => performance.now());
  const recorded = { directory, log, losses, retention: options.retention, onFatal };
  const chain = followChain(options, recorded, indexDirectory, {
    checkNode: monitor.check,
    onProgress: () => federation?.wake(),
    onStop,
  });
  const { blocks, writer, progress } = chain;
  void monitor.check();
  if (options.startAfter === undefined) await chain.open();
  else options.startAfter.then(chain.open).catch(onFatal);
  const reader = createLiquidNode(client, Math.floor(memoryBytes / 8));
  const mempool = createLiquidMempool({
    client,
    network: () => known.row,
    resolve: (txs: readonly ElementsTransaction[], unconfirmed) =>
      withLiquidIndex(context, (view) => prevoutsOf({ view, node: reader, unconfirmed }, txs)),
    nowMs: () => performance.now(),
  });
  const records = await openLiquidRecords({ ...recorded, writer });
  onStop(() => records.close());
  blocks.add(records.wake);
  const copies = directory === undefined ? undefined : join(directory, 'assets');
  const assetFiles = await openAssetFiles({ ...options, directory: copies, fetch }, log);
  onStop(() => assetFiles.close());
  federation = openFederation(options, {
    withView: (work) => withLiquidIndex(context, work),
    progress,
    nativeAsset: () => known.row.nativeAsset,
    nodeScripts: () => known.sidechain?.fedpegScripts,
    onReport: records.audited,
    blocks,
    onStop,
  });
  // the last step added runs first: nothing starts after it
  onStop(chain.startNothing);
  const context: LiquidContext = {
    get network() {
      return known.row;
    },
    client,
    get backend() {
      return { ...options.backend, coreVersion: monitor.state.facts?.subversion ?? '?' };
    },
    node: reader,
    mempool,
    registry: assetFiles.registry,
    assetFiles,
    federation: federation ?? noFederation,
    records,
    prices: options.prices,
    get addresses() {
      return chain.addresses();
    },
    index: chain.index,
    progress,
    nodeState: () => monitor.state,
    onBlocks: blocks.add,
    now: () => Math.floor(Date.now() / 1000),
  };
  records.start({
    mempool,
    client,
    node: reader,
    nativeAsset: () => known.row.nativeAsset,
    withView: (work) => withLiquidIndex(context, work),
    isSynced: () => progress().synced,
  });
  return context;
}

/** Facts about the chain, reported by the node. */
interface KnownChain {
  /** With the pegged asset as reported by the node: the row of liquidregtest has the asset of one chain. */
  row: ElementsNetworkRow;
  sidechain: ElementsFacts['sidechain'];
}

/**
 * Watches the node and logs its states. @param onSidechain called when the node has reported the chain that its own is
 * pegged to
 */
function watchElementsNode(
  { network, log, onFatal }: LiquidRuntimeOptions,
  client: NodeClient,
  onSidechain: () => void,
): { monitor: ReturnType<typeof createElementsMonitor>; known: KnownChain } {
  const known: KnownChain = { row: network, sidechain: undefined };
  let isReported = false;
  const monitor = createElementsMonitor(client, network, {
    onChange({ name, sentence, facts }) {
      log.info({ event: 'node-state', state: name, sentence });
      const said = elementsFactsOf(facts);
      if (said?.sidechain === undefined) return;
      known.sidechain = said.sidechain;
      onSidechain();
      if (!network.hasFixedAsset) known.row = { ...network, nativeAsset: said.sidechain.peggedAsset };
      if (isReported || name === 'wrong-network') return;
      isReported = true;
      for (const line of elementsReportLines(said)) log.info({ event: 'start-report' }, line);
    },
    onUnexpectedError: onFatal,
  });
  return { monitor, known };
}

/** The index thread, and the journal of connected and disconnected blocks. */
interface FollowedChain {
  readonly blocks: Listeners<readonly Fact[]>;
  readonly writer: JournalWriter;
  index(): IndexOfChain | undefined;
  progress(): IndexProgress;
  /** Undefined when disabled, and until the index thread starts. */
  addresses(): AddressSearch | undefined;
  /** Starts the thread, unless nothing is to be started any more. */
  open(): Promise<void>;
  startNothing(): void;
}

function followChain(
  options: LiquidRuntimeOptions,
  recorded: Omit<LiquidRecordsOptions, 'writer'>,
  directory: string | undefined,
  {
    checkNode,
    onProgress,
    onStop,
  }: { checkNode(): Promise<unknown>; onProgress(): void; onStop: (step: () => Promise<void> | void) => void },
): FollowedChain {
  const blocks = createListeners<readonly Fact[]>();
  let thread: IndexThread | undefined;
  let book: AddressBookThread | undefined;
  let isStopped = false;
  // it may start later than its readers, and ends after them
  let endThread = async (): Promise<void> => undefined;
  onStop(() => endThread());
  const index = () => thread?.current();
  const progress = () => thread?.progress() ?? notStarted;
  const writer = createLiquidJournal({ ...recorded, index });
  blocks.add((facts) => {
    writer.blocks(facts, progress());
    book?.moved();
  });
  return {
    blocks,
    writer,
    index,
    progress,
    addresses: () => book?.search,
    async open() {
      if (isStopped) return;
      const started = startIndex(options, directory, checkNode, {
        facts: blocks.emit,
        replaced: writer.indexReplaced,
        progress(synced) {
          onProgress();
          if (!synced) return;
          writer.indexSynced();
          book?.wake();
        },
      });
      ({ index: thread, book, end: endThread } = started);
      await thread.opened;
      if (recorded.directory === undefined) return;
      const control = await openIndexControl(recorded.directory, thread, undefined, recorded.log);
      if (isStopped) await control?.close();
      else
        endThread = async () => {
          await control?.close();
          await started.end();
        };
    },
    startNothing() {
      isStopped = true;
    },
  };
}

const notStarted: IndexProgress = {
  height: null,
  nodeHeight: null,
  synced: false,
  failure: undefined,
  lacksBlocks: false,
  build: undefined,
};

/** Starts the audit of the federation; undefined without the parent chain. */
function openFederation(
  { parent, memoryBytes, log, onFatal }: LiquidRuntimeOptions,
  {
    blocks,
    onStop,
    ...chain
  }: Pick<FederationOptions, 'withView' | 'progress' | 'nativeAsset' | 'nodeScripts' | 'onReport'> & {
    blocks: Listeners<readonly Fact[]>;
    onStop: (step: () => Promise<void> | void) => void;
  },
): Federation | undefined {
  if (parent === undefined) return undefined;
  const federation = startFederation({
    ...chain,
    parent,
    cacheBytes: Math.floor(memoryBytes / 8),
    sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
    nowMs: () => performance.now(),
    onFailure: (error) => log.warn({ event: 'federation-audit', error: String(error) }, 'the audit failed'),
    onFatal,
  });
  const endings = [blocks.add(federation.wake), parent.onState(federation.wake)];
  onStop(async () => {
    for (const end of endings) end();
    await federation.stop();
  });
  return federation;
}

/** Returns the facts of an Elements node; undefined for another one, which the state reports. */
const elementsFactsOf = (facts: NodeFacts | undefined): ElementsFacts | undefined =>
  facts !== undefined && 'sidechain' in facts ? (facts as ElementsFacts) : undefined;

function startIndex(
  {
    network,
    node,
    directory: networkDirectory,
    cluster,
    addressSearch,
    memoryBytes,
    sharedThread,
    log,
    onFatal,
  }: LiquidRuntimeOptions,
  directory: string | undefined,
  checkNode: () => Promise<unknown>,
  on: { facts(facts: readonly Fact[]): void; replaced(): void; progress(synced: boolean): void },
): { index: IndexThread; book: AddressBookThread | undefined; end(): Promise<void> } {
  const threads = createNetworkThreads(network.name, onFatal, sharedThread);
  const cacheBytes = Math.floor(memoryBytes / 8);
  const index = startIndexThread({
    network: network.name,
    format: elementsNetworks[network.name].format,
    node,
    directory,
    cluster: keyspaceOf(cluster, network.name),
    cacheBytes,
    writeBufferBytes: Math.min(64e6, cacheBytes),
    sortBytes: Math.floor(memoryBytes / 2),
    keepIds: true,
    keepBodies: false,
    pollMs: blockPollMs,
    threads,
    log,
    onReadable: () => undefined,
    onReplaced: on.replaced,
    onFacts: on.facts,
    onBlockSeen: () => undefined,
    onProgress: ({ synced }) => on.progress(synced),
    onError(ofNode) {
      if (ofNode) checkNode().catch(onFatal);
    },
    onFatal,
  });
  const book = addressSearch
    ? startAddressBook({
        network: network.name,
        node,
        directory: networkDirectory,
        cacheBytes: Math.floor(cacheBytes / 4),
        writeBufferBytes: Math.min(64e6, cacheBytes),
        threads,
        onState: () => undefined,
        log,
      })
    : undefined;
  return {
    index,
    book,
    async end() {
      threads.stopping();
      book?.stop();
      await index.close();
      await threads.ended();
    },
  };
}
