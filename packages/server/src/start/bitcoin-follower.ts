import { join } from 'node:path';
import { type NetworkRow, networks } from '@glassblock/primitives';
import { readinessFaults } from '../api/presenters/present-network-state.ts';
import { startNetworkFeed } from '../bus/feed/network-feed.ts';
import { connectServices } from '../bus/services-link.ts';
import { relayedAnswers } from '../http/answers/relayed-answers.ts';
import { faultLogger } from '../log-fault.ts';
import { openMiningPoolFinder } from '../mining-pools/mining-pools.ts';
import { type NetworkRuntime, startNetwork } from '../network/runtime/network-runtime.ts';
import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import { noPrices } from '../sources/prices/price-book.ts';
import type { MempoolThread } from '../threads/mempool-thread.ts';
import { backendInfo } from './backend-info.ts';
import { withBlockFiles } from './block-files.ts';
import { type FollowedNetwork, type FollowerParts, openOwnPrices, sharingOf } from './follower-parts.ts';
import { openAccelerations } from './open-accelerations.ts';

/** Returns the first Bitcoin network of the configuration, which is not followed yet. On standby its mempool is mirrored. */
export function bitcoinFollower(parts: FollowerParts): FollowedNetwork {
  const { config, store, bus, keyspace, metrics, log, endings, onFatal } = parts;
  const [entry] = config.networks;
  if (entry?.node === undefined) throw new Error('not the configuration of a follower');
  const address = entry.node;
  const row = networks[entry.name];
  let runtime: NetworkRuntime | undefined;
  let mirror: Pick<MempoolThread, 'frame'> | undefined;

  async function follow(): Promise<void> {
    const node = await withBlockFiles(address, row, log);
    const accelerations = followedAccelerations(parts, row);
    const prices = row.hasValue ? await openOwnPrices(parts) : noPrices;
    const { openSharedJournal, openSharing } = sharingOf(parts);
    let term = 0;
    runtime = await startNetwork({
      network: row,
      node,
      directory: join(config.dataDir!, row.name),
      cluster: store,
      fresh: false,
      writePast: undefined,
      stored: entry!.stored,
      addressSearch: config.addressSearch,
      limits: config.limits,
      retention: config.retention,
      openSharedJournal,
      standby: {
        onStandby: (mempool) => void (mirror = mempool),
        openSharing,
        async leading() {
          term = await parts.lead();
        },
      },
      memoryBytes: config.memoryBytes,
      readThreads: 0,
      backend: backendInfo(),
      miningPools: openMiningPoolFinder(config.miningPools),
      accelerations,
      lightning: entry!.lightning,
      fastSince: undefined,
      prices,
      log: log.child({ network: row.name }),
      onMempoolLatency: (seconds) => metrics.observeMempool(row.name, seconds),
      onFatal,
    });
    const { context, stop } = runtime;
    endings.push(stop);
    metrics.watch([{ runtime, connections: () => 0 }]);
    const calls = relayedAnswers(context, faultLogger(log));
    endings.push(startNetworkFeed({ bus, keyspace, term, context, calls, log, onUnexpectedError: onFatal }));
  }

  return {
    follow,
    isLeading: () => runtime !== undefined,
    faults: () => (runtime === undefined ? [] : readinessFaults(runtime.context)),
    state() {
      const { synced, count } = mirror?.frame() ?? { synced: false, count: 0 };
      return { mempool: { synced, count } };
    },
  };
}

/** Those of the services of this site, else of the configured source of mainnet. */
function followedAccelerations(
  { config, bus, keyspace, log, endings }: FollowerParts,
  row: NetworkRow,
): Accelerations | undefined {
  if (config.services?.network === row.name) {
    const link = connectServices(bus, keyspace, log);
    endings.push(() => link.close());
    return link.accelerations;
  }
  const accelerations = row.name === 'mainnet' ? openAccelerations(config.accelerationSource, log) : undefined;
  if (accelerations !== undefined) endings.push(() => accelerations.stop());
  return accelerations;
}
