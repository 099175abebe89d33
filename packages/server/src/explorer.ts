import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname, release, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { BackendInfo } from '@glassblock/contract';
import type { DevnodeReady, DevnodeRegistry, ElementsFinished } from '@glassblock/devnode/worker';
import { detectBlockFiles, type NodeAddress, parseNodeUrl } from '@glassblock/node';
import { CodedError, type NetworkName, type NetworkRow, networks } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import type { WebApp } from '@glassblock/web';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { connectBus } from './bus/bus.ts';
import type { Config, LiquidNetworkConfig, NetworkConfig } from './config/config.ts';
import type { ServicesConfig } from './config/services-config.ts';
import { startDemoCustomers } from './demo/demo-customers.ts';
import { type DemoAssets, demoFeatured } from './demo/demo-featured.ts';
import { demoLightning } from './demo/demo-lightning.ts';
import { openDemoPrices } from './demo/demo-prices.ts';
import { demoServices } from './demo/demo-services.ts';
import { auditPastBlocks, indexed } from './demo/past-audits.ts';
import type { PastBlock } from './demo/past-forecasts.ts';
import { writePastRecords } from './demo/past-records.ts';
import { createTemporaryDirectory } from './demo/temporary-directory.ts';
import { createApp } from './http/app.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { type ServedLiquid, withLiquidPrefix } from './http/liquid-api.ts';
import { windowMs } from './http/requests/request-budget.ts';
import { newSharedCounts, sharedCounts } from './http/requests/shared-counts.ts';
import { withOwnPrefix } from './http/router.ts';
import type { ServedNetwork } from './http/served-network.ts';
import { checkPortIsFree, type ReadThreads, startReadThreads, usableReadThreads } from './http/threads/read-threads.ts';
import { createLiveHub } from './live/hub.ts';
import { createLiquidHub } from './live/liquid-hub.ts';
import { mempoolHistoryOf } from './live/messages/mempool-history.ts';
import { faultLogger } from './log-fault.ts';
import { createMetrics } from './metrics.ts';
import { openMiningPoolFinder } from './mining-pools/mining-pools.ts';
import type { AssetPaths } from './network/liquid/asset-files.ts';
import { startLiquid } from './network/liquid/liquid-runtime.ts';
import type { NetworkContext } from './network/network-context.ts';
import { type NetworkRuntime, startNetwork } from './network/network-runtime.ts';
import { serveNetwork } from './network/shared/serve-network.ts';
import { openServices, type Services } from './services/open-services.ts';
import { openAboutData } from './sources/about/about-data.ts';
import { createAccelerationSource } from './sources/accelerations/acceleration-source.ts';
import { type Accelerations, followAccelerations } from './sources/accelerations/accelerations.ts';
import { fetchJson } from './sources/fetch-json.ts';
import type { LightningSettings } from './sources/lightning/open-lightning.ts';
import { openPrices } from './sources/prices/open-prices.ts';
import { noPrices, type Prices } from './sources/prices/price-book.ts';
import { keyspaceOf } from './threads/index-engine.ts';

/** Options of the explorer. */
export interface ExplorerOptions {
  config: Config;
  web: WebApp | undefined;
  log: Logger;
  /** Called on an unrecoverable error. */
  onFatal(error: unknown): void;
}

/** The whole program: all configured networks with their servers. */
export interface Explorer {
  /** `http://host:port/base/` */
  readonly url: string;
  /** The same for the server of internal routes; undefined when they are not served. */
  readonly internalUrl: string | undefined;
  /** Context of each network, for embedding and for tests. */
  readonly contexts: ReadonlyMap<string, NetworkContext>;
  /** Threads that answer requests besides the main thread; undefined: none. */
  readonly readThreads: ReadThreads | undefined;
  stop(): Promise<void>;
}

/**
 * Builds and starts all parts in order; `stop` stops them in reverse.
 * @throws {CodedError} of the parts
 */
export async function startExplorer({ config, web, log, onFatal }: ExplorerOptions): Promise<Explorer> {
  const metrics = createMetrics();
  const backend = backendInfo();
  const miningPools = openMiningPoolFinder(config.miningPools);
  const readThreads = await usableReadThreads(config.readThreads, hasIndexFiles(config), log);
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const keeper = await openPrices({
      settings: config.prices,
      // a process that serves stores nothing
      directory: config.shared === undefined ? config.dataDir : undefined,
      fetchJson,
      nowMs: Date.now,
      log,
    });
    endings.push(() => keeper.stop());
    const accelerations = openAccelerations(config.accelerationSource, log);
    if (accelerations !== undefined) endings.push(async () => accelerations.stop());
    let services: Services | undefined;
    const openServicesOf = async (servicesConfig: ServicesConfig, row: NetworkRow) => {
      const opened = await openServices(servicesConfig, row, config.basePath, log);
      endings.push(() => opened.stop());
      services = opened;
    };
    if (config.services !== undefined)
      await openServicesOf(config.services, networks[config.services.network as NetworkName]);
    const served: RunningNetwork[] = [];
    const { shared: role } = config;
    const bus = role && (await connectBus(role.bus, `glassblock serve ${hostname()}`));
    if (bus !== undefined) endings.push(() => bus.close());
    const liquidNetworks: LiquidEntry[] = config.liquid.map((entry) => ({ ...entry, dataDir: config.dataDir }));
    for (const entry of config.networks) {
      const row = networks[entry.name];
      const dataDir = config.dataDir ?? (isDemo(entry) ? await openDemoDirectory(endings) : undefined);
      const demo = isDemo(entry) ? await startDemoNode(endings, onFatal, config.liquidDemo, dataDir!) : undefined;
      if (demo !== undefined && services === undefined) await openServicesOf(demoServices(demo.node, dataDir!), row);
      const ownServices = row.name === config.web.servicesNetwork ? services : undefined;
      // not before: the simulated past takes a third longer to generate with this flag
      if (config.networks.every(isDemo) && config.liquid.length === 0) setFlagsFromString('--optimize-for-size');
      const common = {
        network: row,
        node: entry.node === undefined ? demo!.node : await withBlockFiles(entry.node, row, log),
        limits: config.limits,
        retention: config.retention,
        memoryBytes: Math.min(
          networkMemoryBytes(config),
          isDemo(entry) ? maxDemoMemoryBytes : Number.POSITIVE_INFINITY,
        ),
        readThreads,
        backend,
        miningPools,
        accelerations: ownServices === undefined && row.name === 'mainnet' ? accelerations : ownServices?.accelerations,
        fastSince: demo?.fastSince,
        prices: demo?.prices ?? (row.hasValue ? keeper.prices : noPrices),
        log: log.child({ network: row.name }),
        onMempoolLatency: (seconds: number) => metrics.observeMempool(row.name, seconds),
        onFatal,
      };
      const startOwn = () =>
        startNetwork({
          ...common,
          directory: dataDir === undefined ? undefined : join(dataDir, row.name),
          cluster: config.store,
          fresh: isDemo(entry),
          writePast: demo && ((directory) => writePastRecords(directory, demo.blocks, Date.now() / 1000)),
          stored: entry.stored,
          addressSearch: config.addressSearch,
          lightning: entry.lightning ?? demo?.lightning,
        });
      let runtime: ServingRuntime;
      if (bus === undefined) {
        const own = await startOwn();
        endings.push(() => own.stop());
        if (demo !== undefined) endings.push(startPastAudits(own, demo.blocks, log));
        runtime = own;
      } else {
        const remote = await serveNetwork({ ...common, bus, cluster: keyspaceOf(role!.store, row.name)! });
        endings.push(() => remote.stop());
        runtime = remote;
      }
      if (ownServices !== undefined) endings.push(ownServices.follow(runtime.context));
      if (demo !== undefined && ownServices?.simulatePayment !== undefined)
        endings.push(startDemoCustomers(ownServices, runtime.context, log));
      if (demo?.elements !== undefined) {
        const files = await keepDemoAssets(demo, dataDir!, onFatal);
        const { elements: node, finishElements: finishPast } = demo;
        liquidNetworks.push({ name: 'liquiddemo', node, ...files, dataDir, finishPast });
      }
      const hub = createLiveHub({
        context: runtime.context,
        onUnexpectedError: faultLogger(log),
        nowMs: () => performance.now(),
        maxTrackedScripts: config.limits.trackedAddresses,
        past: mempoolHistoryOf(runtime.context.summaries),
        wallets: row.name === config.web.rootNetwork ? config.wallets : [],
      });
      endings.push(async () => hub.close());
      const path = config.web.networks.find(({ name }) => name === row.name)!.path;
      served.push({ context: runtime.context, hub, path, runtime });
    }
    const liquid = await startLiquidNetworks(
      config,
      liquidNetworks,
      { backend, log, onFatal, contexts: served.map(({ context }) => context), prices: keeper.prices },
      endings,
    );
    metrics.watch(served.map(({ runtime, hub }) => ({ runtime, connections: () => hub.connections })));
    const { host, port, requestsPerMinute, trustedProxies, addressLimits } = config;
    const drain = role && createDrain();
    const shared = {
      config: config.web,
      networks: served,
      liquid,
      about: openAboutData(config.about, fetch),
      wallets: config.wallets,
      enterprise: config.enterprise,
      services: services && { services, network: config.web.servicesNetwork! },
      metrics,
      log,
      version: backend.version,
      trustedProxies,
      drain,
    };
    const listen = async (app: FastifyInstance, at: Listening) => {
      drain?.watch(app.server);
      endings.push(async () => {
        // closing waits for open sockets, so they are ended first
        const closed = app.close();
        for (const { hub } of [...served, ...liquid]) hub.close();
        await closed;
      });
      return listenOn(app, at);
    };
    let threads: ReadThreads | undefined;
    // after the main thread, whose sockets may be theirs
    endings.push(async () => threads?.stop());
    const counting = readThreads === 0 ? undefined : openCounting(readThreads);
    const app = await createApp({
      ...shared,
      web,
      requestsPerMinute,
      addressLimits,
      shared: counting?.counts,
      servesInternal: false,
    });
    const origin = await listen(app, { host, port, ...(counting !== undefined && { reusePort: true }) });
    const unlimited = { requestsPerMinute: 0, addressLimits: { sockets: 0, eventStreams: 0 } };
    const internalUrl =
      config.internal === undefined
        ? undefined
        : (await listen(
            await createApp({
              ...shared,
              ...unlimited,
              services: undefined,
              web: undefined,
              servesInternal: true,
            }),
            config.internal,
          )) + config.basePath;
    if (drain !== undefined) endings.push(() => endConnections(drain, served, config.drainSeconds, log));
    const contexts = new Map(served.map(({ context }) => [context.network.name, context]));
    threads =
      counting &&
      startReadThreads({
        ...{ count: readThreads, app, ...counting, metrics, log },
        ...{ basePath: config.basePath, trustedProxies, requestsPerMinute, addressLimits },
        networks: served.flatMap(({ path, runtime: { context, reading } }) =>
          reading === undefined ? [] : [{ name: context.network.name, path, reading }],
        ),
        socketPaths: socketPathsOf(served, liquid),
      });
    return { url: origin + config.basePath, internalUrl, contexts, readThreads: threads, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Address of a server; `reusePort`: threads listen on it too. */
interface Listening {
  host: string;
  port: number;
  reusePort?: boolean;
}

/** @throws {CodedError} server.cannot-listen */
async function listenOn(app: FastifyInstance, at: Listening): Promise<string> {
  try {
    if (at.reusePort) await checkPortIsFree(at.host, at.port);
    return await app.listen(at);
  } catch (error) {
    const cause = error as Error;
    const reason = `cannot listen on ${at.host}:${at.port}: ${cause.message}`;
    throw new CodedError('server.cannot-listen', reason, { cause });
  }
}

/** Ends all connections without an error: load balancers see first that the process is not ready any more. */
async function endConnections(
  drain: Drain,
  served: readonly ServedNetwork[],
  seconds: number,
  log: Logger,
): Promise<void> {
  drain.begin();
  log.info({ event: 'drain' }, `not ready any more; connections end in ${seconds} s`);
  await pause(seconds * 1_000);
  for (const { hub, context } of served) hub.leave(`resume after ${context.journal.position}`);
  await drain.finish();
}

/** A network that is served: by this process alone, or beside a follower. */
type ServingRuntime = Pick<NetworkRuntime, 'context' | 'stop'> & Partial<Pick<NetworkRuntime, 'reading'>>;

type RunningNetwork = ServedNetwork & { runtime: ServingRuntime };

/** Whether a network has an index on LevelDB. */
const hasIndexFiles = ({ networks, dataDir, store }: Config): boolean =>
  store === undefined && networks.some((entry) => dataDir !== undefined || isDemo(entry));

/** Opens the counts of client addresses for a number of read threads, as the main thread sees them. */
function openCounting(readThreads: number) {
  const memory = newSharedCounts(readThreads + 1);
  return { memory, counts: sharedCounts(memory, 0, windowMs) };
}

/** Returns the path segments of all networks, as `createApp` has them. */
const socketPathsOf = (networks: readonly ServedNetwork[], liquid: readonly ServedLiquid[]): string[] =>
  [...withOwnPrefix(networks), ...withLiquidPrefix(liquid)].map(({ path }) => path);

/** Memory is divided among all networks. */
const networkMemoryBytes = ({ memoryBytes, networks, liquid }: Config): number =>
  Math.floor(memoryBytes / (networks.length + liquid.length));

/** A Liquid network, and the directory of all networks. */
interface LiquidEntry extends LiquidNetworkConfig {
  dataDir: string | undefined;
  /** Lets the simulated node finish its past; it is warming up until then. */
  finishPast?: () => Promise<void>;
}

/** Starts the Liquid networks. */
async function startLiquidNetworks(
  config: Config,
  networks: readonly LiquidEntry[],
  {
    backend,
    log,
    onFatal,
    contexts,
    prices: keeper,
  }: Pick<ExplorerOptions, 'log' | 'onFatal'> & {
    backend: BackendInfo;
    contexts: readonly NetworkContext[];
    prices: Prices;
  },
  endings: (() => Promise<void>)[],
): Promise<ServedLiquid[]> {
  const served: ServedLiquid[] = [];
  for (const { name, node, dataDir, finishPast, ...files } of networks) {
    const network = elementsNetworks[name];
    const parent = contexts.find((context) => context.network.name === network.parent?.name);
    const stopping = new AbortController();
    endings.push(async () => stopping.abort());
    const runtime = await startLiquid({
      network,
      node,
      backend,
      ...files,
      parent,
      // the first pages of the demo need its processors
      ...(finishPast && parent && { startAfter: indexed(parent, stopping.signal).then(finishPast) }),
      directory: dataDir === undefined ? undefined : join(dataDir, name),
      cluster: config.store,
      // the simulated chain is another one at each start
      fresh: finishPast !== undefined,
      retention: config.retention,
      // the pegged asset is worth what it is pegged to
      prices: network.parent?.hasValue === true ? (parent?.prices ?? keeper) : noPrices,
      memoryBytes: Math.min(
        networkMemoryBytes(config),
        name === 'liquiddemo' ? maxDemoMemoryBytes / 4 : Number.POSITIVE_INFINITY,
      ),
      log: log.child({ network: name }),
      onFatal,
    });
    endings.push(() => runtime.stop());
    const hub = createLiquidHub({
      context: runtime.context,
      onUnexpectedError: faultLogger(log),
      nowMs: () => performance.now(),
    });
    endings.push(async () => hub.close());
    served.push({ context: runtime.context, hub, path: name === config.web.rootNetwork ? '' : network.path });
  }
  return served;
}

/** No source is contacted unless configured. */
export function openAccelerations(source: string | undefined, log: Logger): Accelerations | undefined {
  return source === undefined ? undefined : followAccelerations(createAccelerationSource(source, fetch, Date.now), log);
}

/** Adds the node's block files where they are found on this machine. */
export async function withBlockFiles(node: NodeAddress, network: NetworkRow, log: Logger): Promise<NodeAddress> {
  if (node.blocksDir !== undefined) return node;
  const blocksDir = await detectBlockFiles(node, network);
  if (blocksDir === undefined) return node;
  const line = `blocks are read from the node's files in ${blocksDir} (--blocks-dir none: from the node)`;
  log.info({ event: 'start-report', network: network.name }, line);
  return { ...node, blocksDir };
}

const isDemo = (entry: NetworkConfig) => entry.node === undefined;

/** Seed of everything that is simulated. */
const demoSeed = 2026;

/** The demo's chain is small: larger caches would only make it use more memory than it needs. */
const maxDemoMemoryBytes = 64e6;

/** Blocks of the Liquid demo come half as often as on Liquid: their proofs take processor time. */
const liquidBlockSeconds = 120;

/** Creates the directory of a demo without a data directory. */
async function openDemoDirectory(endings: (() => Promise<void>)[]): Promise<string> {
  const { path, remove } = await createTemporaryDirectory();
  endings.push(remove);
  return path;
}

/** The simulated node of a demo, with its prices. */
interface DemoNode {
  node: NodeAddress;
  blocks: readonly PastBlock[];
  fastSince: number | undefined;
  prices: Prices;
  lightning: (LightningSettings & { pastDays: number }) | undefined;
  /** The simulated Elements node. */
  elements: NodeAddress | undefined;
  /** Lets it finish its past; it is warming up until then. */
  finishElements(): Promise<void>;
  /** Registry of the assets of that node. */
  registry: DemoAssets;
  /** Subscribes to registries with further assets. */
  onRegistry(listener: (registry: DemoAssets) => void): void;
}

/** Writes the asset files of a demo, again after each issuance; returns their paths. */
async function keepDemoAssets(
  { registry, onRegistry }: DemoNode,
  directory: string,
  onFatal: (error: unknown) => void,
): Promise<AssetPaths> {
  const assetRegistry = join(directory, 'demo-assets.json');
  const featuredAssets = join(directory, 'demo-featured.json');
  const write = async (assets: DemoNode['registry']) => {
    await writeFile(assetRegistry, JSON.stringify(assets));
    await writeFile(featuredAssets, JSON.stringify(demoFeatured(assets)));
  };
  await write(registry);
  onRegistry((next) => void write(next).catch(onFatal));
  return { assetRegistry, assetIcons: undefined, featuredAssets };
}

/** Starts the simulated node in its own thread, and its prices. */
async function startDemoNode(
  endings: (() => Promise<void>)[],
  onFatal: (error: unknown) => void,
  hasLiquid: boolean,
  directory: string,
): Promise<DemoNode> {
  const file = new URL(import.meta.resolve('@glassblock/devnode/worker'));
  const workerData = {
    profile: 'core31',
    seed: demoSeed,
    live: true,
    course: 'mainnet',
    meanBlockSeconds: networks.demo.targetSpacing,
    mempoolSize: 12_000,
    maxChainBytes: 40e6,
    minChainBodies: 16,
    hasBodiesInFiles: true,
    lightning: { nodeCount: 2_000, channelCount: 6_000 },
    ...(hasLiquid && { elements: { meanBlockSeconds: liquidBlockSeconds, isPastUnfinished: true } }),
  };
  // without limits the heap grows into all free memory before garbage collection
  const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 };
  const worker = new Worker(file, { workerData, name: 'demo node', resourceLimits });
  endings.push(async () => {
    await worker.terminate();
  });
  const { prices, stop } = openDemoPrices(() => Date.now() / 1000);
  endings.push(async () => stop());
  const ready = await new Promise<DevnodeReady>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error) => {
      reject(error);
      onFatal(error);
    });
  });
  const { rpcUrl, zmqUrl, blocks, fastSince, elements } = ready;
  const addressOf = (node: { rpcUrl: string; zmqUrl: string }) => ({ ...parseNodeUrl(node.rpcUrl), zmq: node.zmqUrl });
  return {
    node: addressOf({ rpcUrl, zmqUrl }),
    blocks,
    fastSince,
    prices,
    lightning: await demoLightning(ready, directory),
    elements: elements && addressOf(elements),
    finishElements: () =>
      new Promise<void>((resolve) => {
        worker.on('message', ({ type }: ElementsFinished) => {
          if (type === 'elements-finished') resolve();
        });
        worker.postMessage({ type: 'finish-elements' });
      }),
    registry: elements?.registry ?? {},
    onRegistry: (listener) =>
      worker.on('message', ({ type, registry: next }: DevnodeRegistry) => {
        if (type === 'registry') listener(next);
      }),
  };
}

/** Audits the past blocks of a demo in the background; returns what stops it. */
function startPastAudits(runtime: NetworkRuntime, blocks: readonly PastBlock[], log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const running = auditPastBlocks(runtime.context, runtime.audits, blocks, demoSeed, stopping.signal).catch(
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ event: 'past-audits', error: String(error) }, 'past blocks have no audits');
    },
  );
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Returns what the backend says of itself. */
export function backendInfo(): BackendInfo {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return {
    hostname: hostname(),
    version,
    gitCommit: gitCommit(),
    lightning: false,
    backend: 'esplora',
    coreVersion: '?',
    osVersion: `${type()} ${release()}`,
  };
}

/** The commit of the running code; empty outside a checkout. */
function gitCommit(): string {
  try {
    const cwd = new URL('.', import.meta.url);
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
