import { hostname } from 'node:os';
import { type NetworkName, networks } from '@glassblock/primitives';
import type { WebApp } from '@glassblock/web';
import type { Logger } from 'pino';
import { connectBus } from './bus/bus.ts';
import type { Config } from './config/config.ts';
import { isDemo } from './demo/demo-node.ts';
import { isDemoOnly, preferSmallHeaps } from './demo/small-heaps.ts';
import { createBoards } from './http/site/boards.ts';
import { type ReadThreads, usableReadThreads } from './http/threads/read-threads.ts';
import { createMetrics } from './metrics.ts';
import type { NetworkContext } from './network/network-context.ts';
import { fetchJson } from './sources/fetch-json.ts';
import { followHealth } from './sources/health/host-health.ts';
import { openPrices } from './sources/prices/open-prices.ts';
import { noPrices, type Prices } from './sources/prices/price-book.ts';
import { followStratum } from './sources/stratum/stratum-jobs.ts';
import { fixedWallets, followWallets, type WalletList } from './sources/wallets/wallet-list.ts';
import { backendInfo } from './start/backend-info.ts';
import { startBitcoinNetworks } from './start/bitcoin-networks.ts';
import { startLiquidNetworks } from './start/liquid-networks.ts';
import { openAccelerations } from './start/open-accelerations.ts';
import { checkAddress, startServers } from './start/servers.ts';
import type { Start } from './start/start.ts';

/** Options of the explorer. */
export interface ExplorerOptions {
  config: Config;
  web: WebApp | undefined;
  log: Logger;
  /** Ends a start, which then stops its parts and throws the reason. */
  signal?: AbortSignal;
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
  /** Reads the files of boards again; undefined: there are none. A file with faults is reported, and its boards stay. */
  readonly reload: (() => void) | undefined;
  stop(): Promise<void>;
}

/**
 * Builds and starts all parts in order; `stop` stops them in reverse.
 * @throws {CodedError} of the parts; the reason of `signal`
 */
export async function startExplorer({ config, web, log, signal, onFatal }: ExplorerOptions): Promise<Explorer> {
  const endings: (() => Promise<void>)[] = [];
  const listening = Promise.withResolvers<void>();
  const start: Start = {
    config,
    log,
    metrics: createMetrics(),
    backend: backendInfo(),
    endings,
    signal: signal ?? new AbortController().signal,
    listening: listening.promise,
    onFatal,
  };
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  await checkAddress(config);
  const readThreads = await usableReadThreads(config.readThreads, hasIndexFiles(config), log);
  try {
    const prices = await openPricesOf(start);
    const accelerations = openAccelerations(config.accelerationSource, log);
    if (accelerations !== undefined) endings.push(async () => accelerations.stop());
    const bus = config.shared && (await connectBus(config.shared.bus, `glassblock serve ${hostname()}`));
    if (bus !== undefined) endings.push(() => bus.close());
    const wallets = openWallets(config, log);
    endings.push(async () => wallets.stop());
    const running = await startBitcoinNetworks(start, {
      prices,
      accelerations,
      bus,
      readThreads,
      ofRoot: { wallets, ...openFeeds(start) },
    });
    const { served, services } = running;
    const contexts = served.map(({ context }) => context);
    start.signal.throwIfAborted();
    const liquid = await startLiquidNetworks(start, running.liquid, { contexts, prices, bus });
    start.signal.throwIfAborted();
    if (isDemoOnly(config)) {
      const stopping = new AbortController();
      endings.push(async () => stopping.abort());
      // a Liquid index is checked after each block
      const liquidIndexes = liquid.map(({ context: { progress, onBlocks } }) => ({ progress, onState: onBlocks }));
      void preferSmallHeaps([...contexts, ...liquidIndexes], stopping.signal);
    }
    start.metrics.watch(served.map(({ runtime, hub }) => ({ runtime, connections: () => hub.connections })));
    const boards = createBoards(config.boards);
    const reload = config.boards.files.length === 0 ? undefined : () => reportReload(boards.reload(), log);
    const servers = await startServers(start, {
      web,
      networks: served,
      liquid,
      services,
      relayedServices: running.relayedServices,
      readThreads,
      wallets,
      boards,
    });
    listening.resolve();
    return { ...servers, contexts: new Map(contexts.map((context) => [context.network.name, context])), reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether a network has an index on LevelDB. */
const hasIndexFiles = ({ networks, dataDir, store }: Config): boolean =>
  store === undefined && networks.some((entry) => dataDir !== undefined || isDemo(entry));

function openWallets({ wallets, walletsRelay: base, web }: Config, log: Logger): WalletList {
  if (base === undefined) return fixedWallets(wallets);
  const network = networks[web.rootNetwork as NetworkName];
  const onFailure = (error: unknown) =>
    log.warn({ event: 'wallets', error: String(error) }, 'watched wallets of the relay are not available');
  return followWallets({ base, own: wallets, network, fetcher: fetch, onFailure });
}

/** Opens the configured sources of live feeds. */
function openFeeds({ config: { stratumCollector, monitoredHosts }, log, endings }: Start) {
  const stratum =
    stratumCollector === undefined
      ? undefined
      : followStratum(stratumCollector, (error) =>
          log.warn({ event: 'stratum', error: String(error) }, 'the collector of stratum jobs is not available'),
        );
  const health =
    monitoredHosts.length === 0 ? undefined : followHealth({ hosts: monitoredHosts, fetcher: fetch, nowMs: Date.now });
  endings.push(async () => {
    stratum?.stop();
    health?.stop();
  });
  return { stratum, health };
}

function reportReload(faults: readonly string[], log: Logger): void {
  for (const fault of faults) log.error({ event: 'boards' }, fault);
  if (faults.length === 0) log.info({ event: 'boards' }, 'read the boards again');
}

/** A process that serves has the prices of the follower. @throws {CodedError} config.prices */
async function openPricesOf({ config, log, endings }: Start): Promise<Prices> {
  if (config.shared !== undefined) return noPrices;
  const { prices: settings, dataDir: directory } = config;
  const keeper = await openPrices({ settings, directory, fetchJson, nowMs: Date.now, log });
  endings.push(() => keeper.stop());
  return keeper.prices;
}
