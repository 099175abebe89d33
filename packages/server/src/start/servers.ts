import { setTimeout as pause } from 'node:timers/promises';
import { CodedError } from '@glassblock/primitives';
import type { WebApp } from '@glassblock/web';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from '../http/app.ts';
import { createDrain, type Drain } from '../http/drain.ts';
import { type ServedLiquid, withLiquidPrefix } from '../http/liquid-api.ts';
import { windowMs } from '../http/requests/request-budget.ts';
import { newSharedCounts, sharedCounts } from '../http/requests/shared-counts.ts';
import { withOwnPrefix } from '../http/router.ts';
import type { ServedNetwork } from '../http/served-network.ts';
import type { RelayedServices } from '../http/services/services-relay.ts';
import type { Boards } from '../http/site/boards.ts';
import { checkPortIsFree, type ReadThreads, startReadThreads } from '../http/threads/read-threads.ts';
import type { LiveHub } from '../live/hub.ts';
import type { NetworkJournal } from '../recording/journal/network-journal.ts';
import type { Services } from '../services/open-services.ts';
import { openAboutData } from '../sources/about/about-data.ts';
import { openProofs } from '../sources/proofs/verified-proofs.ts';
import type { WalletList } from '../sources/wallets/wallet-list.ts';
import type { RunningNetwork } from './bitcoin-networks.ts';
import { pageMemoryBytes, type Start } from './start.ts';

/** Everything that the servers serve. */
export interface Served {
  web: WebApp | undefined;
  networks: RunningNetwork[];
  liquid: ServedLiquid[];
  services: Services | undefined;
  /** Services of another process. */
  relayedServices: RelayedServices | undefined;
  readThreads: number;
  /** Watched wallets of the root network. */
  wallets: WalletList;
  boards: Boards;
}

/** The running servers. */
export interface Servers {
  /** `http://host:port/base/` */
  readonly url: string;
  /** The same for the server of internal routes; undefined when they are not served. */
  readonly internalUrl: string | undefined;
  /** Threads that answer requests besides the main thread; undefined: none. */
  readonly readThreads: ReadThreads | undefined;
}

/**
 * Starts the servers.
 * @throws {CodedError} server.cannot-listen
 */
export async function startServers(start: Start, served: Served): Promise<Servers> {
  const { config, log, metrics, backend, endings } = start;
  const { networks, liquid, services } = served;
  const { host, port, basePath, requestsPerMinute, trustedProxies, addressLimits, surrogateHeader } = config;
  const drain = config.shared && createDrain();
  const shared = {
    config: config.web,
    networks,
    liquid,
    about: openAboutData(config.about, fetch),
    proofs: openProofs(config.proofs, fetch),
    wallets: served.wallets,
    boards: served.boards,
    enterprise: config.enterprise,
    services: services && { services, network: config.web.servicesNetwork! },
    relayedServices: served.relayedServices,
    metrics,
    log,
    version: backend.version,
    trustedProxies,
    surrogateHeader,
    drain,
  };
  const listen = async (app: FastifyInstance, at: Listening) => {
    drain?.watch(app.server);
    endings.push(async () => {
      // closing waits for open sockets, so they are ended first
      const closed = app.close();
      for (const { hub } of [...networks, ...liquid]) hub.close();
      await closed;
    });
    return listenOn(app, at);
  };
  let threads: ReadThreads | undefined;
  // after the main thread, whose sockets may be theirs
  endings.push(async () => threads?.stop());
  const counting = served.readThreads === 0 ? undefined : openCounting(served.readThreads);
  const app = await createApp({
    ...shared,
    web: served.web,
    pageBytes: pageMemoryBytes(config),
    requestsPerMinute,
    addressLimits,
    shared: counting?.counts,
    servesInternal: false,
  });
  const origin = await listen(app, { host, port, ...(counting !== undefined && { reusePort: true }) });
  const unlimited = { requestsPerMinute: 0, addressLimits: { sockets: 0, eventStreams: 0 } };
  const openInternal = () =>
    createApp({
      ...shared,
      ...unlimited,
      services: undefined,
      relayedServices: undefined,
      web: undefined,
      pageBytes: 0,
      servesInternal: true,
    });
  const { internal } = config;
  const internalUrl = internal && (await listen(await openInternal(), internal)) + basePath;
  if (drain !== undefined) {
    const journals = [
      ...networks.map(({ hub, context }) => ({ hub, journal: context.journal })),
      ...liquid.map(({ hub, context }) => ({ hub, journal: context.records.journal })),
    ];
    endings.push(() => endConnections(drain, journals, config.drainSeconds, log));
  }
  threads =
    counting &&
    startReadThreads({
      ...{ count: served.readThreads, app, ...counting, metrics, log },
      ...{ basePath, trustedProxies, requestsPerMinute, addressLimits, surrogateHeader },
      networks: networks.flatMap(({ path, runtime: { context, reading } }) =>
        reading === undefined ? [] : [{ name: context.network.name, path, reading }],
      ),
      socketPaths: socketPathsOf(networks, liquid),
    });
  return { url: origin + basePath, internalUrl, readThreads: threads };
}

/** Address of a server; `reusePort`: threads listen on it too. */
interface Listening {
  host: string;
  port: number;
  reusePort?: boolean;
}

/** @throws {CodedError} server.cannot-listen */
async function listenOn(app: FastifyInstance, at: Listening): Promise<string> {
  if (at.reusePort) await checkAddress(at);
  return app.listen(at).catch((cause: Error) => {
    throw cannotListen(at, cause);
  });
}

/**
 * Listens on an address for a moment: a port in use is reported before the networks start, which takes seconds.
 * @throws {CodedError} server.cannot-listen
 */
export async function checkAddress({ host, port }: Listening): Promise<void> {
  await checkPortIsFree(host, port).catch((cause: Error) => {
    throw cannotListen({ host, port }, cause);
  });
}

const cannotListen = ({ host, port }: Listening, cause: Error): CodedError =>
  new CodedError('server.cannot-listen', `cannot listen on ${host}:${port}: ${cause.message}`, { cause });

/** Ends all connections without an error: load balancers see first that the process is not ready any more. */
async function endConnections(
  drain: Drain,
  served: readonly { hub: LiveHub; journal: NetworkJournal }[],
  seconds: number,
  log: Logger,
): Promise<void> {
  drain.begin();
  log.info({ event: 'drain' }, `not ready any more; connections end in ${seconds} s`);
  await pause(seconds * 1_000);
  for (const { hub, journal } of served) hub.leave(`resume after ${journal.position}`);
  await drain.finish();
}

/** Opens the counts of client addresses for a number of read threads, as the main thread sees them. */
function openCounting(readThreads: number) {
  const memory = newSharedCounts(readThreads + 1);
  return { memory, counts: sharedCounts(memory, 0, windowMs) };
}

/** Returns the path segments of all networks, as `createApp` has them. */
const socketPathsOf = (networks: readonly ServedNetwork[], liquid: readonly ServedLiquid[]): string[] =>
  [...withOwnPrefix(networks), ...withLiquidPrefix(liquid)].map(({ path }) => path);
