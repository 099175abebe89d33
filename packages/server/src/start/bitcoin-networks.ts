import { join } from 'node:path';
import { type NetworkName, type NetworkRow, networks } from '@glassblock/primitives';
import { lightningRouteIds } from '../api/lightning/lightning-handlers.ts';
import type { Bus } from '../bus/bus.ts';
import { connectServices, type ServicesLink } from '../bus/services-link.ts';
import type { NetworkConfig } from '../config/network-config.ts';
import type { ServicesConfig } from '../config/services-config.ts';
import { startDemoCustomers } from '../demo/demo-customers.ts';
import {
  type DemoNode,
  isDemo,
  keepDemoAssets,
  openDemoDirectory,
  startDemoNode,
  startPastAudits,
} from '../demo/demo-node.ts';
import { demoServices } from '../demo/demo-services.ts';
import { writePastRecords } from '../demo/past-records.ts';
import { isDemoOnly, limitHeapGrowth } from '../demo/small-heaps.ts';
import type { ServedNetwork } from '../http/served-network.ts';
import type { RelayedServices } from '../http/services/services-relay.ts';
import { createLiveHub, type HubOptions } from '../live/hub.ts';
import { mempoolHistoryOf } from '../live/messages/mempool-history.ts';
import { faultLogger } from '../log-fault.ts';
import { type MiningPoolFinder, openMiningPoolFinder } from '../mining-pools/mining-pools.ts';
import { type NetworkRuntime, startNetwork } from '../network/runtime/network-runtime.ts';
import { serveNetwork } from '../network/shared/serve-network.ts';
import { openServices, type Services } from '../services/open-services.ts';
import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import { noPrices, type Prices } from '../sources/prices/price-book.ts';
import { keyspaceOf } from '../threads/index-engine.ts';
import { createSharedThread, type SharedThread } from '../threads/shared-thread.ts';
import { withBlockFiles } from './block-files.ts';
import type { LiquidEntry } from './liquid-networks.ts';
import { bitcoinMemoryBytes, liveCacheBytes, type Start } from './start.ts';

/** Parts that all Bitcoin networks share. */
export interface SharedParts {
  prices: Prices;
  /** Configured source of accelerations of mainnet. */
  accelerations: Accelerations | undefined;
  /** Where a follower elsewhere publishes; undefined: this process follows the nodes. */
  bus: Bus | undefined;
  readThreads: number;
  /** Feeds of the root network besides its chain. */
  ofRoot: Pick<HubOptions, 'wallets' | 'health' | 'stratum'>;
}

/** A network that is served: by this process alone, or beside a follower. */
export type ServingRuntime = Pick<NetworkRuntime, 'context' | 'stop'> &
  Partial<Pick<NetworkRuntime, 'reading' | 'blockSent'>>;

/** A running network with its clients. */
export type RunningNetwork = ServedNetwork & { runtime: ServingRuntime };

/** The running Bitcoin networks, with the services and the Liquid networks that belong to them. */
export interface RunningNetworks {
  served: RunningNetwork[];
  services: Services | undefined;
  /** Services of another process. */
  relayedServices: RelayedServices | undefined;
  /** Configured Liquid networks, and that of the demo. */
  liquid: LiquidEntry[];
}

/** Starts the Bitcoin networks, one after another. */
export async function startBitcoinNetworks(start: Start, parts: SharedParts): Promise<RunningNetworks> {
  const { config } = start;
  const miningPools = openMiningPoolFinder(config.miningPools);
  const running: RunningNetworks = {
    served: [],
    services: undefined,
    relayedServices: undefined,
    liquid: config.liquid.map((entry) => ({ ...entry, dataDir: config.dataDir })),
  };
  if (config.services !== undefined && config.shared === undefined) {
    const row = networks[config.services.network as NetworkName];
    running.services = await openServicesOf(start, config.services, row);
  }
  for (const entry of config.networks) {
    start.signal.throwIfAborted();
    running.served.push(await startOne(start, parts, entry, miningPools, running));
  }
  return running;
}

async function openServicesOf(
  { config, log, endings }: Start,
  servicesConfig: ServicesConfig,
  row: NetworkRow,
): Promise<Services> {
  const services = await openServices(servicesConfig, row, config.basePath, log);
  endings.push(() => services.stop());
  return services;
}

/** Starts a network. @param running gets the services and the Liquid network of a demo */
async function startOne(
  start: Start,
  parts: SharedParts,
  entry: NetworkConfig,
  miningPools: MiningPoolFinder,
  running: RunningNetworks,
): Promise<RunningNetwork> {
  const { config, log, onFatal, endings, signal } = start;
  const row = networks[entry.name];
  const dataDir = config.dataDir ?? (isDemo(entry) ? await openDemoDirectory(endings) : undefined);
  const demo = isDemo(entry)
    ? await startDemoNode({ endings, onFatal, signal }, config.liquidDemo, dataDir!)
    : undefined;
  if (demo !== undefined) running.services ??= await openServicesOf(start, demoServices(demo.node, dataDir!), row);
  const services = row.name === config.web.servicesNetwork ? running.services : undefined;
  if (isDemoOnly(config)) limitHeapGrowth();
  signal.throwIfAborted();
  const link = linkOf(start, parts.bus, row);
  if (link !== undefined) running.relayedServices = { request: link.request, network: row.name };
  const sold = link?.accelerations ?? services?.accelerations;
  const sharedThread = demo && createSharedThread('demo indexes', onFatal);
  if (sharedThread !== undefined) endings.push(sharedThread.ended);
  const runtime = await startRuntime(start, parts, { entry, demo, dataDir, sold, miningPools, sharedThread });
  const { context } = runtime;
  if (services !== undefined) endings.push(services.follow(context));
  if (demo !== undefined && services?.simulatePayment !== undefined)
    endings.push(startDemoCustomers(services, context, log));
  if (demo?.elements !== undefined) {
    const files = await keepDemoAssets(demo, dataDir!, onFatal);
    const { elements: node, finishElements: finishPast } = demo;
    running.liquid.push({ name: 'liquiddemo', node, ...files, dataDir, finishPast, sharedThread });
  }
  const hub = createLiveHub({
    context,
    onUnexpectedError: faultLogger(log),
    nowMs: () => performance.now(),
    maxTrackedScripts: config.limits.trackedAddresses,
    cacheBytes: liveCacheBytes(bitcoinMemoryBytes(config, entry)),
    past: mempoolHistoryOf(context.summaries),
    onBlockSent: runtime.blockSent,
    ...(row.name === config.web.rootNetwork && parts.ofRoot),
  });
  endings.push(async () => hub.close());
  const { path } = config.web.networks.find(({ name }) => name === row.name)!;
  return { context, hub, path, runtime };
}

/** Connects to the process with the services of a network; undefined when it has none, or they are in this process. */
function linkOf({ config, log, endings }: Start, bus: Bus | undefined, row: NetworkRow): ServicesLink | undefined {
  if (bus === undefined || config.services?.network !== row.name) return undefined;
  const link = connectServices(bus, keyspaceOf(config.shared!.store, row.name)!.keyspace, log);
  endings.push(async () => link.close());
  return link;
}

interface OneNetwork {
  entry: NetworkConfig;
  demo: DemoNode | undefined;
  dataDir: string | undefined;
  /** Of a demo. */
  sharedThread: SharedThread | undefined;
  /** Accelerations that the services of this site sell. */
  sold: Accelerations | undefined;
  miningPools: MiningPoolFinder;
}

/** Starts the threads of a network; where a follower runs elsewhere, reads its data. */
async function startRuntime(
  { config, log, metrics, backend, onFatal, endings, listening }: Start,
  { prices, accelerations, bus, readThreads }: SharedParts,
  { entry, demo, dataDir, sold, miningPools, sharedThread }: OneNetwork,
): Promise<ServingRuntime> {
  const row = networks[entry.name];
  const common = {
    network: row,
    node: entry.node === undefined ? demo!.node : await withBlockFiles(entry.node, row, log),
    limits: config.limits,
    retention: config.retention,
    memoryBytes: bitcoinMemoryBytes(config, entry),
    readThreads,
    backend,
    miningPools,
    accelerations: sold === undefined && row.name === 'mainnet' ? accelerations : sold,
    fastSince: demo?.fastSince,
    log: log.child({ network: row.name }),
    onMempoolLatency: (seconds: number) => metrics.observeMempool(row.name, seconds),
    onFatal,
  };
  if (bus !== undefined) {
    const cluster = keyspaceOf(config.shared!.store, row.name)!;
    const { addressSearch } = config;
    const relayedRoutes = entry.lightning === undefined ? new Set<string>() : lightningRouteIds;
    const remote = await serveNetwork({ ...common, bus, cluster, addressSearch, relayedRoutes });
    endings.push(() => remote.stop());
    return remote;
  }
  const runtime = await startNetwork({
    ...common,
    prices: demo?.prices ?? (row.hasValue ? prices : noPrices),
    directory: dataDir === undefined ? undefined : join(dataDir, row.name),
    cluster: config.store,
    fresh: isDemo(entry),
    writePast:
      demo &&
      ((directory) => writePastRecords(directory, demo.blocks, demo.feeRates, demo.forecasts, Date.now() / 1000)),
    stored: entry.stored,
    addressSearch: config.addressSearch,
    sharedThread,
    // the servers listen sooner without the graph, whose reading takes a second of this thread
    lightning: entry.lightning ?? (demo?.lightning && { ...demo.lightning, startAfter: listening }),
  });
  endings.push(() => runtime.stop());
  if (demo !== undefined) endings.push(startPastAudits(runtime, demo.blocks, log));
  return runtime;
}
