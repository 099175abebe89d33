import { boardsPath, type Endpoint, type WebConfig } from '@glassblock/contract';
import type { WebApp } from '@glassblock/web';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createWatchedWallets } from '../api/address/watched-wallets.ts';
import type { EnterpriseConfig } from '../config/enterprise-config.ts';
import type { Metrics } from '../metrics.ts';
import type { AboutData } from '../sources/about/about-data.ts';
import type { VerifiedProofs } from '../sources/proofs/verified-proofs.ts';
import type { WalletList } from '../sources/wallets/wallet-list.ts';
import { registerAbout } from './about/about-api.ts';
import { createComposeAnswer } from './answers/compose-answer.ts';
import { createSendAnswer } from './answers/send-answer.ts';
import type { SurrogateHeader } from './answers/surrogate-keys.ts';
import { createApi, registerApi } from './api.ts';
import { createFastify } from './create-fastify.ts';
import { watchDirectRoutes } from './direct/direct-route.ts';
import { answerDirectly } from './direct/direct-server.ts';
import type { Drain } from './drain.ts';
import { registerEnterprise } from './enterprise/enterprise-api.ts';
import { createSiteHosts } from './enterprise/site-hosts.ts';
import { registerEvents } from './events/events.ts';
import { createFallback } from './fallback.ts';
import { registerHealth } from './health.ts';
import { createLiquidApi, registerLiquid, type ServedLiquid, withLiquidPrefix } from './liquid-api.ts';
import { createFaultLog } from './log/fault-log.ts';
import { limitLines } from './log/limited-lines.ts';
import { reportUntrustedProxies } from './log/untrusted-proxies.ts';
import { createInProcessApi, createRemoteApi } from './pages/in-process-api.ts';
import { createPages } from './pages/pages.ts';
import { handleErrors, readBodiesAsText, registerPlugins } from './plugins.ts';
import { type AddressLimits, createAddressLimits } from './requests/address-limits.ts';
import { createClientAddress, type TrustedProxies } from './requests/client-address.ts';
import { connectionsPerAddress, limitConnections, maxConnections } from './requests/connection-limits.ts';
import type { SharedCounts } from './requests/shared-counts.ts';
import { apiRoutes, createFindRoute, createLocateNetwork, withOwnPrefix } from './router.ts';
import type { ServedNetwork } from './served-network.ts';
import { registerServices, type ServedServices } from './services/services-api.ts';
import { type RelayedServices, registerServicesRelay } from './services/services-relay.ts';
import type { Boards } from './site/boards.ts';
import { proofsAnswer } from './site/proofs-answer.ts';
import { boardAnswer, registerSiteAnswers, type SiteAnswer } from './site/site-answers.ts';
import { walletAnswers } from './site/wallet-answers.ts';
import { acceptSockets } from './sockets.ts';

/** Parts that `createApp` composes. */
export interface AppOptions {
  config: WebConfig;
  networks: readonly ServedNetwork[];
  /** Liquid networks, which have routes of their own. */
  liquid: readonly ServedLiquid[];
  /** Accounts and paid acceleration; undefined: not served. */
  services: ServedServices | undefined;
  /** The same in another process. */
  relayedServices?: RelayedServices | undefined;
  /** Lists and images of the about page. */
  about: AboutData;
  /** Wallets of the root network that are watched. */
  wallets: WalletList;
  boards: Boards;
  /** Records of verified documents. */
  proofs: VerifiedProofs;
  /** Sites with a title, logos and colors of their own. */
  enterprise: EnterpriseConfig;
  web: WebApp | undefined;
  /** Bytes of rendered pages in the cache. */
  pageBytes: number;
  metrics: Metrics;
  log: Logger;
  version: string;
  requestsPerMinute: number;
  trustedProxies: TrustedProxies;
  /** Limits of one client address; 0: no limit. */
  addressLimits: { sockets: number; eventStreams: number };
  /** Counts of all threads that accept connections; undefined: this thread accepts all. */
  shared?: SharedCounts | undefined;
  /** Serves the routes below `/internal/` and `/api/v1/internal/` too; else they are unknown paths. */
  servesInternal: boolean;
  /** Header of the keys for a CDN; absent: none. */
  surrogateHeader?: SurrogateHeader | undefined;
  /** Ends connections without an error; absent: they are cut off when the server closes. */
  drain?: Drain | undefined;
}

/** Pages of one address that are rendered or wait for it. */
const maxPagesPerAddress = 6;
/** Sockets that one address may try to open in a minute. */
const upgradesPerMinute = 240;

/** Creates the Fastify app: REST, sockets, pages, health and metrics of every network under one base path. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, web, metrics, log, version } = options;
  const networks = withOwnPrefix(options.networks);
  const { basePath, ssrApiHost } = config;
  const liquidNetworks = withLiquidPrefix(options.liquid);
  const allNetworks = [...networks, ...liquidNetworks];
  const locateAny = createLocateNetwork(basePath, allNetworks);
  const app = createFastify({ log, trustedProxies: options.trustedProxies, locate: locateAny });
  const onUnexpectedError = createFaultLog(app, log);
  reportUntrustedProxies(app, log);
  const findRoute = watchDirectRoutes(app);
  const { budget, compression } = registerPlugins(app, options.requestsPerMinute, {
    windows: options.shared?.windows,
  });
  readBodiesAsText(app);
  handleErrors(app, onUnexpectedError);

  const clientAddress = createClientAddress(options.trustedProxies);
  const limits = limitAddresses(app, options);
  const isServed = ({ endpoint }: { endpoint: Endpoint }) => options.servesInternal || !endpoint.isInternal;
  const routes = apiRoutes(basePath, networks).filter(isServed);
  const api = createApi({ locate: locateAny, metrics, onUnexpectedError });
  const liquid = createLiquidApi({ basePath, networks: options.liquid, metrics, onUnexpectedError });
  const findSiteAnswer = registerSiteAnswers(app, basePath, siteAnswersOf(options, onUnexpectedError));
  const callApi =
    ssrApiHost === undefined
      ? createInProcessApi({ api, findRoute: createFindRoute(routes), findSiteAnswer, liquid, basePath })
      : createRemoteApi(ssrApiHost);
  const hosts = createSiteHosts(options.enterprise, config, options.boards);
  const sendPage = createPages({
    web,
    cacheBytes: options.pageBytes,
    config,
    hosts,
    callApi,
    locate: locateAny,
    limits,
    budget,
    clientAddress,
  });

  const fallback = createFallback(api, sendPage, locateAny);
  registerHealth(app, {
    basePath,
    networks: options.networks,
    liquid: options.liquid,
    services: options.networks.find(({ context }) => context.network.name === options.services?.network),
    metrics,
    version,
    isServed,
    isDraining: () => options.drain?.isDraining === true,
  });
  registerAbout(app, { basePath, data: options.about, onFailure: reportAbout(log) });
  registerEnterprise(app, { basePath, hosts });
  const journals = [
    ...networks.map(({ path, context }) => ({ path, journal: context.journal })),
    ...liquidNetworks.map(({ path, context }) => ({ path, journal: context.records.journal })),
  ];
  registerEvents(app, {
    basePath,
    networks: journals,
    limits,
    clientAddress,
    ending: options.drain?.signal,
    onUnexpectedError,
  });
  const compose = createComposeAnswer(budget, compression, options.surrogateHeader);
  const send = createSendAnswer(compose);
  registerApi(app, { api, routes, fallback, send });
  registerLiquid(app, { liquid, fallback, send });
  registerServices(app, { basePath, networks, served: options.services, onUnexpectedError });
  registerServicesRelay(app, basePath, networks, options.relayedServices);
  app.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'], url: '/*', handler: fallback });
  acceptSockets(app, { basePath, networks: allNetworks, locate: locateAny, limits, clientAddress, log });
  const direct = { findRoute, compose, budget, clientAddress, drain: options.drain, onUnexpectedError };
  const closeDirect = answerDirectly(app.server, direct);
  app.addHook('preClose', (done) => {
    closeDirect();
    done();
  });
  return app;
}

/** Limits the connections of the server, and returns the limits of its client addresses. */
function limitAddresses(app: FastifyInstance, options: AppOptions): AddressLimits {
  const { addressLimits, trustedProxies, shared } = options;
  limitConnections(app.server, {
    perAddress: connectionsPerAddress(addressLimits),
    total: maxConnections(),
    trustedProxies,
    shared: shared?.connections,
  });
  const { sockets, eventStreams } = addressLimits;
  const open = {
    socket: sockets || Number.POSITIVE_INFINITY,
    'event-stream': eventStreams || Number.POSITIVE_INFINITY,
    page: maxPagesPerAddress,
  };
  return createAddressLimits(open, sockets === 0 ? 0 : upgradesPerMinute);
}

/** Returns the routes without a network that pages use too. */
function siteAnswersOf(options: AppOptions, onFailure: (error: unknown) => void): SiteAnswer[] {
  const { networks, wallets, boards, proofs } = options;
  const root = networks.find(({ path }) => path === '');
  return [
    boardAnswer(boards.find, boardsPath),
    proofsAnswer(proofs, onFailure),
    ...(root === undefined ? [] : walletAnswers(createWatchedWallets(root.context, wallets, Date.now), onFailure)),
  ];
}

/** The source of the about page may be away for long, and visitors request it. */
function reportAbout(log: Logger): (error: unknown) => void {
  const limited = limitLines(1);
  return (error) =>
    limited((leftOut) =>
      log.warn(
        { event: 'about', error: String(error), ...(leftOut > 0 && { leftOut }) },
        'a list or an image of the about page is not available',
      ),
    );
}
