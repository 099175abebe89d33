import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackendInfo } from '@glassblock/contract';
import type { Fact } from '@glassblock/journal';
import {
  createElementsMonitor,
  createNodeClient,
  type ElementsFacts,
  elementsAdviceFor,
  type NodeAddress,
  type NodeFacts,
} from '@glassblock/node';
import { type ElementsNetworkRow, type ElementsTransaction, elementsNetworks } from '@glassblock/primitives/elements';
import { type CassandraAddress, lockDirectory } from '@glassblock/store';
import type { Logger } from 'pino';
import { keyspaceOf } from '../../threads/index-engine.ts';
import { type IndexThread, startIndexThread } from '../../threads/index-thread.ts';
import { createNetworkThreads } from '../../threads/network-threads.ts';
import type { IndexProgress } from '../chain/index-progress.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import { lockPart, prepareDirectory } from '../network-directory.ts';
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
  /** Bytes for all caches of this network. */
  memoryBytes: number;
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
 * Starts the index thread of a Liquid network and what requests read.
 * @throws {CodedError} index.other-network, index.other-format, store.locked ..
 */
export async function startLiquid(options: LiquidRuntimeOptions): Promise<LiquidRuntime> {
  const steps: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { context: await startParts(options, (step) => void steps.push(step)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: LiquidRuntimeOptions,
  onStop: (step: () => Promise<void> | void) => void,
): Promise<LiquidContext> {
  const { network, node, directory, memoryBytes, log, onFatal } = options;
  const indexDirectory = directory === undefined ? undefined : await prepareDirectory(directory, options.fresh);
  if (directory !== undefined) {
    const lock = await lockDirectory(join(directory, lockPart));
    onStop(() => lock.release());
  }
  const client = createNodeClient({ ...node, connections: 8 });
  onStop(() => client.close());
  let row = network;
  let sidechain: ElementsFacts['sidechain'];
  let federation: Federation | undefined;
  const monitor = createElementsMonitor(client, network, {
    onChange({ name, sentence, facts }) {
      log.info({ event: 'node-state', state: name, sentence });
      const known = elementsFactsOf(facts);
      if (known?.sidechain === undefined) return;
      sidechain = known.sidechain;
      federation?.wake();
      // the row of liquidregtest has the asset of one chain
      if (!network.hasFixedAsset) row = { ...network, nativeAsset: known.sidechain.peggedAsset };
      for (const line of elementsAdviceFor(known)) log.info({ event: 'start-report' }, line);
    },
    onUnexpectedError: onFatal,
  });
  onStop(() => monitor.close());
  const blocks = createListeners<readonly Fact[]>();
  let index: IndexThread | undefined;
  let isStopped = false;
  const progress = () => index?.progress() ?? notStarted;
  const openIndex = () => {
    const on = { facts: blocks.emit, progress: () => federation?.wake() };
    index = startIndex(options, indexDirectory, monitor.check, on, onStop);
    return index.opened;
  };
  void monitor.check();
  if (options.startAfter === undefined) await openIndex();
  else options.startAfter.then(() => (isStopped ? undefined : openIndex())).catch(onFatal);
  const reader = createLiquidNode(client, Math.floor(memoryBytes / 8));
  const mempool = createLiquidMempool({
    client,
    network: () => row,
    resolve: (txs: readonly ElementsTransaction[], unconfirmed) =>
      withLiquidIndex(context, (view) => prevoutsOf({ view, node: reader, unconfirmed }, txs)),
    nowMs: () => performance.now(),
  });
  const assetFiles = await openAssetFiles(options, log);
  onStop(() => assetFiles.close());
  federation = openFederation(options, {
    withView: (work) => withLiquidIndex(context, work),
    progress,
    nativeAsset: () => row.nativeAsset,
    nodeScripts: () => sidechain?.fedpegScripts,
    blocks,
    onStop,
  });
  // the last step to be added is the first to run: nothing starts any more
  onStop(() => {
    isStopped = true;
  });
  const context: LiquidContext = {
    get network() {
      return row;
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
    index: () => index?.current(),
    progress,
    nodeState: () => monitor.state,
    onBlocks: blocks.add,
    now: () => Math.floor(Date.now() / 1000),
  };
  return context;
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
  }: Pick<FederationOptions, 'withView' | 'progress' | 'nativeAsset' | 'nodeScripts'> & {
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
  { network, node, cluster, memoryBytes, log, onFatal }: LiquidRuntimeOptions,
  directory: string | undefined,
  checkNode: () => Promise<unknown>,
  on: { facts(facts: readonly Fact[]): void; progress(): void },
  onStop: (step: () => Promise<void> | void) => void,
): IndexThread {
  const threads = createNetworkThreads(network.name, onFatal);
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
    onReplaced: () => undefined,
    onFacts: on.facts,
    onBlockSeen: () => undefined,
    onProgress: on.progress,
    onError(ofNode) {
      if (ofNode) checkNode().catch(onFatal);
    },
    onFatal,
  });
  onStop(() => threads.ended());
  onStop(() => index.close());
  onStop(() => threads.stopping());
  return index;
}
