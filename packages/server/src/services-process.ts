import { hostname } from 'node:os';
import { CodedError, networks } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { readinessFaults } from './api/presenters/present-network-state.ts';
import { type Bus, connectBus } from './bus/bus.ts';
import { answerBusCalls, methodsOf } from './bus/bus-calls.ts';
import { type Leadership, waitForLeadership } from './bus/leadership.ts';
import { servicesCall, servicesSubject, sourceMethods } from './bus/services-link.ts';
import type { ServicesConfig } from './config/services-config.ts';
import type { Follower, FollowerOptions } from './follower.ts';
import { createRoleApp } from './http/role-app.ts';
import { createRelayTarget, type RelayTarget } from './http/services/services-relay.ts';
import { faultLogger } from './log-fault.ts';
import { createMetrics } from './metrics.ts';
import { openMiningPoolFinder } from './mining-pools/mining-pools.ts';
import type { NetworkContext } from './network/network-context.ts';
import { serveNetwork } from './network/shared/serve-network.ts';
import { openServices, type Services } from './services/open-services.ts';
import { backendInfo } from './start/backend-info.ts';
import { withBlockFiles } from './start/block-files.ts';
import { keyspaceOf } from './threads/index-engine.ts';

/**
 * Starts a process with the services of a network: accounts, payments, accelerations and faucets on a database of its own.
 * It reads the chain from the cluster, queries the follower for the mempool, and answers relayed requests of serving processes. Its port has
 * health, readiness and metrics. It listens at once, and has the services while it holds their lease.
 * @throws {CodedError} bus.away, server.cannot-listen
 */
export async function startServicesProcess({ config, log, onFatal }: FollowerOptions): Promise<Follower> {
  const { shared, services: settings, basePath, host, port } = config;
  const [entry] = config.networks;
  if (shared === undefined || settings === undefined || entry?.node === undefined) {
    throw new Error('not the configuration of a process with services');
  }
  const row = networks[entry.name];
  const cluster = keyspaceOf(shared.store, row.name)!;
  const metrics = createMetrics();
  const endings: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let context: NetworkContext | undefined;
  /** Another process has the services. */
  let isStandby = false;
  const stop = async () => {
    stopping.abort();
    await working.catch(() => undefined);
    for (const end of endings.splice(0).reverse()) await end();
  };
  const bus = await connectBus(shared.bus, `glassblock services ${hostname()}`);
  endings.push(() => bus.close());

  async function work(): Promise<void> {
    const leadership = await waitForServices({
      bus,
      keyspace: cluster.keyspace,
      database: settings!.database,
      signal: stopping.signal,
      onStandby() {
        isStandby = true;
        log.info({ event: 'standby' }, 'another process has the services; this one stands by');
      },
      onLost: onFatal,
    });
    endings.push(() => leadership.release());
    isStandby = false;
    const services = await openServices(settings!, row, basePath, log, {
      confirm: leadership.holds,
      onReplaced: onFatal,
    });
    endings.push(() => services.stop());
    const runtime = await serveNetwork({
      network: row,
      node: await withBlockFiles(entry!.node!, row, log),
      limits: config.limits,
      retention: config.retention,
      memoryBytes: config.memoryBytes,
      readThreads: 0,
      backend: backendInfo(),
      miningPools: openMiningPoolFinder(config.miningPools),
      accelerations: services.accelerations,
      fastSince: undefined,
      log: log.child({ network: row.name }),
      onMempoolLatency: (seconds) => metrics.observeMempool(row.name, seconds),
      onFatal,
      bus,
      cluster,
      addressSearch: false,
      relayedRoutes: new Set(),
    });
    const served = runtime.context;
    endings.push(runtime.stop);
    metrics.watch([{ runtime, connections: () => 0 }]);
    endings.push(services.follow(served));
    const { path } = config.web.networks.find(({ name }) => name === row.name)!;
    const network = { context: served, path };
    const target = createRelayTarget(basePath, network, { services, network: row.name }, faultLogger(log));
    endings.push(() => target.close());
    endings.push(answerServiceCalls(bus, cluster.keyspace, services, target, log));
    context = served;
    log.info({ event: 'leading', term: leadership.term }, `has the services of ${row.name}`);
  }

  try {
    const app = createRoleApp({
      basePath,
      network: row.name,
      metrics,
      role: () => ({ role: context === undefined ? 'standby' : 'services' }),
      faults: () => (context === undefined ? [] : readinessFaults(context)),
      // one that stands by is ready
      failure: () =>
        bus.failure ?? (context === undefined && !isStandby ? 'The services are being opened.' : undefined),
    });
    endings.push(() => app.close());
    const url = await app.listen({ host, port }).catch((cause: Error) => {
      throw new CodedError('server.cannot-listen', `cannot listen on ${host}:${port}: ${cause.message}`, { cause });
    });
    working = work();
    working.catch((error: unknown) => stopping.signal.aborted || onFatal(error));
    return { url: url + basePath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a process waits with until it has the services. */
interface ServicesLeaseParts {
  readonly bus: Bus;
  readonly keyspace: string;
  readonly database: ServicesConfig['database'];
  readonly signal: AbortSignal;
  /** Called when another process has them. */
  onStandby(): void;
  onLost(error: unknown): void;
}

/** Waits for the lease of the services. @throws {CodedError} services.no-standby, server.stopped */
async function waitForServices(parts: ServicesLeaseParts): Promise<Leadership> {
  const { bus, keyspace, database, signal, onLost } = parts;
  const place = database.kind === 'sqlite' ? database.path : '';
  const leadership = await waitForLeadership({
    bus,
    keyspace,
    lease: 'services',
    place,
    signal,
    onStandby(holder) {
      // one that was killed on this host has the lease until it expires
      if (database.kind === 'sqlite' && (holder.host !== hostname() || holder.place !== place)) {
        const reason = `another process, on ${holder.host}, has the services; a standby needs services.postgres`;
        throw new CodedError('services.no-standby', reason);
      }
      parts.onStandby();
    },
    onLost,
  });
  if (leadership === undefined) throw new CodedError('server.stopped', 'stopped before it had the services');
  return leadership;
}

/** Answers the calls of serving processes. @returns ends it */
function answerServiceCalls(
  bus: Bus,
  keyspace: string,
  { accelerations }: Pick<Services, 'accelerations'>,
  target: Pick<RelayTarget, 'answer'>,
  log: Logger,
): () => void {
  const calls = {
    ...methodsOf('accelerations', accelerations.source, sourceMethods),
    [servicesCall]: target.answer,
  };
  const onError = (error: unknown) =>
    log.warn({ event: 'bus', error: String(error) }, 'a request could not be answered');
  return answerBusCalls(bus, servicesSubject(keyspace), calls, onError);
}
