import { join } from 'node:path';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { liquidFollowerRoutes } from '../api/liquid/follower-routes.ts';
import type { Bus } from '../bus/bus.ts';
import type { LiquidNetworkConfig } from '../config/network-config.ts';
import { maxDemoMemoryBytes } from '../demo/demo-node.ts';
import { indexed } from '../demo/past-audits.ts';
import type { ServedLiquid } from '../http/liquid-api.ts';
import { createLiquidHub } from '../live/liquid-hub.ts';
import { faultLogger } from '../log-fault.ts';
import { type LiquidRuntime, startLiquid } from '../network/liquid/liquid-runtime.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { serveLiquid } from '../network/shared/serve-liquid.ts';
import { noPrices, type Prices } from '../sources/prices/price-book.ts';
import { keyspaceOf } from '../threads/index-engine.ts';
import type { SharedThread } from '../threads/shared-thread.ts';
import { networkMemoryBytes, type Start } from './start.ts';

/** A Liquid network, and the directory of all networks. */
export interface LiquidEntry extends LiquidNetworkConfig {
  dataDir: string | undefined;
  /** Lets the simulated node finish generating its history; until then it reports that it is warming up. */
  finishPast?: () => Promise<void>;
  /** Of the simulated networks. */
  sharedThread?: SharedThread | undefined;
}

/** Parts that all Liquid networks share. */
export interface LiquidParts {
  /** Of Bitcoin networks, among which are their parents. */
  contexts: readonly NetworkContext[];
  prices: Prices;
  /** Where a follower elsewhere publishes; undefined: this process follows the nodes. */
  bus: Bus | undefined;
}

/** Starts the Liquid networks. */
export async function startLiquidNetworks(
  start: Start,
  networks: readonly LiquidEntry[],
  parts: LiquidParts,
): Promise<ServedLiquid[]> {
  const { config, log, endings } = start;
  const served: ServedLiquid[] = [];
  for (const entry of networks) {
    const { name } = entry;
    const network = elementsNetworks[name];
    const parent = parts.contexts.find((context) => context.network.name === network.parent?.name);
    const runtime =
      parts.bus === undefined
        ? await startOne(start, entry, parent, parts.prices)
        : await serveOne(start, entry, parent, parts.bus);
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

/** Follows the node of a network. @param keeper the prices of this process */
async function startOne(
  { config, backend, log, onFatal, endings }: Start,
  { name, node, dataDir, finishPast, sharedThread, ...files }: LiquidEntry,
  parent: NetworkContext | undefined,
  keeper: Prices,
): Promise<ServedRuntime> {
  const network = elementsNetworks[name];
  const stopping = new AbortController();
  endings.push(async () => stopping.abort());
  return startLiquid({
    network,
    node,
    backend,
    ...files,
    parent,
    sharedThread,
    // the first pages of the demo need the processors
    ...(finishPast && parent && { startAfter: indexed(parent, stopping.signal).then(finishPast) }),
    directory: dataDir === undefined ? undefined : join(dataDir, name),
    cluster: config.store,
    // the simulated chain is another one at each start
    fresh: finishPast !== undefined,
    retention: config.retention,
    // the pegged asset has the price of the parent chain's currency
    prices: network.parent?.hasValue === true ? (parent?.prices ?? keeper) : noPrices,
    addressSearch: config.addressSearch,
    memoryBytes: Math.min(
      networkMemoryBytes(config),
      name === 'liquiddemo' ? maxDemoMemoryBytes / 4 : Number.POSITIVE_INFINITY,
    ),
    log: log.child({ network: name }),
    onFatal,
  });
}

/** A network that is served: by this process alone, or beside a follower. */
type ServedRuntime = Pick<LiquidRuntime, 'context' | 'stop'>;

/** Reads the data of the follower of a network. */
async function serveOne(
  { config, backend, log, metrics, onFatal }: Start,
  { name, node, assetRegistry, assetIcons, featuredAssets }: LiquidEntry,
  parent: NetworkContext | undefined,
  bus: Bus,
): Promise<ServedRuntime> {
  const network = elementsNetworks[name];
  return serveLiquid({
    network,
    node,
    ...{ assetRegistry, assetIcons, featuredAssets },
    bus,
    cluster: keyspaceOf(config.shared!.store, name)!,
    backend,
    retention: config.retention,
    prices: network.parent?.hasValue === true ? parent?.prices : noPrices,
    addressSearch: config.addressSearch,
    relayedRoutes: liquidFollowerRoutes,
    memoryBytes: networkMemoryBytes(config),
    log: log.child({ network: name }),
    onLatency: (seconds) => metrics.observeMempool(name, seconds),
    onFatal,
  });
}
