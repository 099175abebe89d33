import { hostname } from 'node:os';
import { join } from 'node:path';
import { CodedError, networks } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { connectBus } from './bus/bus.ts';
import { startNetworkFeed } from './bus/feed/network-feed.ts';
import { waitForLeadership } from './bus/leadership.ts';
import { openRecordStream } from './bus/record-stream.ts';
import { connectServices } from './bus/services-link.ts';
import { openStreamJournal } from './bus/stream-journal.ts';
import type { Config } from './config/config.ts';
import { relayedAnswers } from './http/answers/relayed-answers.ts';
import { createRoleApp } from './http/role-app.ts';
import { faultLogger } from './log-fault.ts';
import { createMetrics } from './metrics.ts';
import { openMiningPoolFinder } from './mining-pools/mining-pools.ts';
import { type NetworkRuntime, startNetwork } from './network/runtime/network-runtime.ts';
import type { Accelerations } from './sources/accelerations/accelerations.ts';
import { fetchJson } from './sources/fetch-json.ts';
import { openPrices } from './sources/prices/open-prices.ts';
import { noPrices, type Prices } from './sources/prices/price-book.ts';
import { backendInfo } from './start/backend-info.ts';
import { withBlockFiles } from './start/block-files.ts';
import { openAccelerations } from './start/open-accelerations.ts';
import { keyspaceOf } from './threads/index-engine.ts';
import type { MempoolThread } from './threads/mempool-thread.ts';

/** Options of a follower. */
export interface FollowerOptions {
  config: Config;
  log: Logger;
  /** Called when this process must end. */
  onFatal(error: unknown): void;
}

/** A process that follows the node of one network, or stands by until the one that does ends. */
export interface Follower {
  /** `http://host:port/base/` with health, readiness and metrics. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a follower. It listens at once and follows the node while it holds the lease of its network.
 * @throws {CodedError} bus.away, server.cannot-listen
 */
export async function startFollower({ config, log, onFatal }: FollowerOptions): Promise<Follower> {
  const { shared: role, networks: followed, host, port } = config;
  const [entry] = followed;
  if (role === undefined || entry?.node === undefined) throw new Error('not the configuration of a follower');
  const row = networks[entry.name];
  const node = await withBlockFiles(entry.node, row, log);
  const { store } = role;
  const { keyspace } = keyspaceOf(store, row.name)!;
  const metrics = createMetrics();
  const endings: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let following: Promise<void> = Promise.resolve();
  const stop = async () => {
    stopping.abort();
    await following.catch(() => undefined);
    for (const end of endings.splice(0).reverse()) await end();
  };
  let runtime: NetworkRuntime | undefined;
  let mirror: Pick<MempoolThread, 'frame'> | undefined;
  let term = 0;
  const bus = await connectBus(role.bus, `glassblock follow ${hostname()}`);
  endings.push(() => bus.close());

  /** Waits for the lease, while the mempool is mirrored. */
  async function lead(): Promise<void> {
    const leadership = await waitForLeadership({
      bus,
      keyspace,
      lease: 'leader',
      signal: stopping.signal,
      onStandby: () => log.info({ event: 'standby' }, `another process follows ${row.name}; this one stands by`),
      onLost: onFatal,
    });
    if (leadership === undefined) throw new CodedError('server.stopped', 'stopped before it led');
    endings.push(() => leadership.release());
    term = leadership.term;
    log.info({ event: 'leading', term }, `follows ${row.name}`);
  }

  /** Those of the services of this site, else of the configured source of mainnet. */
  function followedAccelerations(): Accelerations | undefined {
    if (config.services?.network === row.name) {
      const link = connectServices(bus, keyspace, log);
      endings.push(() => link.close());
      return link.accelerations;
    }
    const accelerations = row.name === 'mainnet' ? openAccelerations(config.accelerationSource, log) : undefined;
    if (accelerations !== undefined) endings.push(() => accelerations.stop());
    return accelerations;
  }

  /** Each follower asks the sources: one that takes over has a history of its own. */
  async function openOwnPrices(): Promise<Prices> {
    const options = { settings: config.prices, directory: config.dataDir, fetchJson, nowMs: Date.now, log };
    const keeper = await openPrices(options);
    endings.push(() => keeper.stop());
    return keeper.prices;
  }

  async function follow(): Promise<void> {
    const accelerations = followedAccelerations();
    const prices = row.hasValue ? await openOwnPrices() : noPrices;
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
      openSharedJournal: (maxEvents, onError) =>
        openStreamJournal({ bus, keyspace, retention: config.retention, maxEvents, onError, onFenced: onFatal }),
      standby: {
        onStandby: (mempool) => void (mirror = mempool),
        openSharing: (directory) =>
          openRecordStream({
            bus,
            keyspace,
            retention: config.retention,
            positionFile: join(directory, 'records-position'),
            onError: (error) =>
              log.warn({ event: 'records', error: String(error) }, 'a record is not shared with other followers'),
          }),
        leading: lead,
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
    const { context, stop: stopNetwork } = runtime;
    endings.push(stopNetwork);
    metrics.watch([{ runtime, connections: () => 0 }]);
    const calls = relayedAnswers(context, faultLogger(log));
    endings.push(startNetworkFeed({ bus, keyspace, term, context, calls, log, onUnexpectedError: onFatal }));
  }

  try {
    const app = createRoleApp({
      basePath: config.basePath,
      network: row.name,
      metrics,
      context: () => runtime?.context,
      role() {
        const { synced, count } = mirror?.frame() ?? { synced: false, count: 0 };
        return { role: runtime === undefined ? 'standby' : 'leader', mempool: { synced, count } };
      },
      failure: () => bus.failure,
    });
    endings.push(() => app.close());
    const url = await app.listen({ host, port }).catch((cause: Error) => {
      const reason = `cannot listen on ${host}:${port}: ${cause.message}`;
      throw new CodedError('server.cannot-listen', reason, { cause });
    });
    following = follow();
    following.catch((error: unknown) => stopping.signal.aborted || onFatal(error));
    return { url: url + config.basePath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
