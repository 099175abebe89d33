import { join } from 'node:path';
import { networks } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { chainFaults } from '../api/presenters/present-network-state.ts';
import { startLiquidFeed } from '../bus/feed/liquid-feed.ts';
import { relayedLiquidAnswers } from '../http/answers/relayed-answers.ts';
import { faultLogger } from '../log-fault.ts';
import { openMiningPoolFinder } from '../mining-pools/mining-pools.ts';
import { type LiquidRuntime, startLiquid } from '../network/liquid/liquid-runtime.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { serveNetwork } from '../network/shared/serve-network.ts';
import type { StandbyMempool } from '../recording/liquid/standby-mempool.ts';
import { noPrices } from '../sources/prices/price-book.ts';
import { keyspaceOf } from '../threads/index-engine.ts';
import { backendInfo } from './backend-info.ts';
import { withBlockFiles } from './block-files.ts';
import { type FollowedNetwork, type FollowerParts, openOwnPrices, sharingOf } from './follower-parts.ts';
import { networkMemoryBytes } from './start.ts';

/** Events of the parent chain in memory: the audit reads its blocks from the index. */
const parentEvents = 1_000;

/** Returns the Liquid network of the configuration, which is not followed yet. On standby its mempool is mirrored. */
export function liquidFollower(parts: FollowerParts): FollowedNetwork {
  const { config, store, bus, keyspace, log, endings, onFatal } = parts;
  const [entry] = config.liquid;
  if (entry === undefined) throw new Error('not the configuration of a follower of Liquid');
  const { name, node, ...files } = entry;
  const network = elementsNetworks[name];
  let runtime: LiquidRuntime | undefined;
  let mirror: Pick<StandbyMempool, 'known' | 'isLoaded'> | undefined;

  async function follow(): Promise<void> {
    const parent = await serveParent(parts);
    const hasPrices = network.parent?.hasValue === true;
    const prices = hasPrices ? (parent?.prices ?? (await openOwnPrices(parts))) : noPrices;
    const { openSharedJournal, openSharing } = sharingOf(parts);
    let term = 0;
    runtime = await startLiquid({
      network,
      node,
      ...files,
      backend: backendInfo(),
      parent,
      directory: join(config.dataDir!, name),
      cluster: store,
      fresh: false,
      retention: config.retention,
      openSharedJournal,
      standby: {
        onStandby: (mempool) => void (mirror = mempool),
        openSharing,
        async leading() {
          term = await parts.lead();
        },
      },
      prices,
      addressSearch: config.addressSearch,
      memoryBytes: networkMemoryBytes(config),
      log: log.child({ network: name }),
      onFatal,
    });
    const { context, onProgress, stop } = runtime;
    endings.push(stop);
    const calls = relayedLiquidAnswers(context, faultLogger(log));
    endings.push(startLiquidFeed({ bus, keyspace, term, context, onProgress, calls, log }));
  }

  return {
    follow,
    isLeading: () => runtime !== undefined,
    faults: () => (runtime === undefined ? [] : chainFaults(runtime.context)),
    state() {
      if (runtime !== undefined) return {};
      return { mempool: { synced: mirror?.isLoaded ?? false, count: mirror?.known.size ?? 0 } };
    },
  };
}

/** Reads the parent chain, which another process follows, for the audit of the federation; undefined without its node. */
async function serveParent(parts: FollowerParts): Promise<NetworkContext | undefined> {
  const { config, store, bus, metrics, log, endings, onFatal } = parts;
  const [entry] = config.networks;
  if (entry?.node === undefined) return undefined;
  const row = networks[entry.name];
  const { context, stop } = await serveNetwork({
    network: row,
    node: await withBlockFiles(entry.node, row, log),
    limits: config.limits,
    retention: config.retention,
    memoryBytes: networkMemoryBytes(config),
    readThreads: 0,
    backend: backendInfo(),
    miningPools: openMiningPoolFinder(config.miningPools),
    accelerations: undefined,
    fastSince: undefined,
    log: log.child({ network: row.name }),
    onMempoolLatency: (seconds) => metrics.observeMempool(row.name, seconds),
    onFatal,
    bus,
    cluster: keyspaceOf(store, row.name)!,
    addressSearch: false,
    relayedRoutes: new Set(),
    eventsInMemory: parentEvents,
  });
  endings.push(stop);
  return context;
}
