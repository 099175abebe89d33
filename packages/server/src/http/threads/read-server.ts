import type { IncomingMessage, ServerResponse } from 'node:http';
import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFairLimit } from '../../concurrency/fair-limit.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { answerCall } from '../answers/answer.ts';
import { createComposeAnswer } from '../answers/compose-answer.ts';
import { createSendAnswer } from '../answers/send-answer.ts';
import { maxRunningPerAddress, maxWaitingPerAddress } from '../api.ts';
import { createFastify } from '../create-fastify.ts';
import { handleErrors, registerPlugins } from '../plugins.ts';
import { addressKey } from '../requests/client-address.ts';
import { connectionsPerAddress, limitConnections, maxConnections } from '../requests/connection-limits.ts';
import { readQuery } from '../requests/query-text.ts';
import { apiRequest, splitOnce } from '../requests/request.ts';
import type { SharedCounts } from '../requests/shared-counts.ts';
import { type ApiRoute, apiRoutes, createFindRoute, createLocateNetwork, withOwnPrefix } from '../router.ts';
import type { Forward } from './forward.ts';
import type { ReadWorkerData } from './read-messages.ts';
import { readRoutes } from './read-routes.ts';

/** A network that a read thread answers for. */
export interface ReadServedNetwork {
  readonly context: NetworkContext;
  /** Path segment; empty for the root network. */
  readonly path: string;
  isReady(): boolean;
}

/** Parameters of the server of a read thread. */
export interface ReadServerOptions
  extends Pick<
    ReadWorkerData,
    'basePath' | 'socketPaths' | 'trustedProxies' | 'requestsPerMinute' | 'addressLimits' | 'surrogateHeader'
  > {
  networks: readonly ReadServedNetwork[];
  /** Number of threads that answer requests, the main thread included. */
  threadCount: number;
  counts: SharedCounts;
  forward: Forward;
  onAnswer(route: string, status: number, seconds: number): void;
}

/**
 * Creates the HTTP server of a read thread. It answers GET and HEAD of `readRoutes`; everything else, and requests that it
 * would refuse, are answered by the main thread.
 */
export function createReadServer(options: ReadServerOptions): FastifyInstance {
  const { basePath, socketPaths, trustedProxies, counts, forward } = options;
  const locate = createLocateNetwork(
    basePath,
    socketPaths.map((path) => ({ path })),
  );
  const app = createFastify({ log: undefined, trustedProxies, locate });
  const { budget, compression } = registerPlugins(app, options.requestsPerMinute, { windows: counts.windows });
  handleErrors(app, () => undefined);
  limitConnections(app.server, {
    perAddress: connectionsPerAddress(options.addressLimits),
    total: maxConnections(),
    trustedProxies,
    shared: counts.connections,
  });
  const send = createSendAnswer(createComposeAnswer(budget, compression, options.surrogateHeader));
  const limit = createFairLimit({
    runningPerKey: Math.ceil(maxRunningPerAddress / options.threadCount),
    waitingPerKey: Math.ceil(maxWaitingPerAddress / options.threadCount),
  });

  async function answer(route: ApiRoute<ReadServedNetwork>, request: FastifyRequest, reply: FastifyReply) {
    const startMs = performance.now();
    const { endpoint, id, network } = route;
    const [, search] = splitOnce(request.url, '?');
    const { body, bodyType, wantsCsv, json } = apiRequest(request);
    const params = request.params as Record<string, string>;
    const input = { params, ...readQuery(search), body, bodyType, wantsCsv };
    const answered = limit.run(addressKey(request.ip), () =>
      answerCall(network.context, endpoint, id, input, () => undefined, json),
    );
    if (answered === undefined) throw new CodedError('rate.limit', 'too many queued requests');
    const made = await answered;
    if (made.status >= 400) {
      budget.refund(addressKey(request.ip));
      reply.hijack();
      return forward.request(request.raw, reply.raw);
    }
    options.onAnswer(id, made.status, (performance.now() - startMs) / 1000);
    return send(request, reply, made, { network: network.context.network.name, route: id });
  }

  const routes = apiRoutes(basePath, withOwnPrefix(options.networks));
  for (const route of routes) {
    if (!readRoutes.has(route.id)) continue;
    app.route({
      method: ['GET', 'HEAD'],
      url: route.url,
      handler: (request, reply) => answer(route, request, reply),
    });
  }
  const findRoute = createFindRoute(routes);
  const isOurs = ({ method, url = '', headers }: IncomingMessage): boolean => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return false;
    if ((headers['content-length'] ?? '0') !== '0') return false;
    const route = findRoute('GET', url)?.route;
    return route != null && readRoutes.has(route.id) && route.network.isReady();
  };
  forwardOthers(app, isOurs, forward);
  return app;
}

/** Passes requests and upgrades on before Fastify reads anything of them. */
function forwardOthers(app: FastifyInstance, isOurs: (request: IncomingMessage) => boolean, forward: Forward): void {
  const { server } = app;
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isOurs(request)) handle!.call(server, request, response);
    else forward.request(request, response);
  });
  server.on('upgrade', forward.upgrade);
}
