import { join } from 'node:path';
import { elementsNetworks } from '@glassblock/primitives/elements';
import type { LiquidNetworkConfig } from '../config/network-config.ts';
import { maxDemoMemoryBytes } from '../demo/demo-node.ts';
import { indexed } from '../demo/past-audits.ts';
import type { ServedLiquid } from '../http/liquid-api.ts';
import { createLiquidHub } from '../live/liquid-hub.ts';
import { faultLogger } from '../log-fault.ts';
import { startLiquid } from '../network/liquid/liquid-runtime.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { noPrices, type Prices } from '../sources/prices/price-book.ts';
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

/**
 * Starts the Liquid networks.
 * @param contexts of Bitcoin networks, among which are their parents
 */
export async function startLiquidNetworks(
  { config, backend, log, onFatal, endings }: Start,
  networks: readonly LiquidEntry[],
  contexts: readonly NetworkContext[],
  keeper: Prices,
): Promise<ServedLiquid[]> {
  const served: ServedLiquid[] = [];
  for (const { name, node, dataDir, finishPast, sharedThread, ...files } of networks) {
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
