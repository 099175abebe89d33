import { CodedError } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFairLimit } from '../concurrency/fair-limit.ts';
import type { Metrics } from '../metrics.ts';
import { answerCall, type Reply } from './answers/answer.ts';
import type { SendAnswer } from './answers/send-answer.ts';
import { sendReply } from './answers/send-reply.ts';
import type { DirectRoute } from './direct/direct-route.ts';
import { addressKey } from './requests/client-address.ts';
import { readQuery } from './requests/query-text.ts';
import { type ApiRequest, apiRequest, splitOnce } from './requests/request.ts';
import { type ApiMatch, type ApiRoute, hasEmptyParam, type LocateNetwork } from './router.ts';
import type { OnFault, ServedNetwork } from './served-network.ts';
import type { SocketNetwork } from './sockets.ts';

/** Answers the endpoints, for HTTP and for in-process calls. */
export interface Api {
  /**
   * Answers a matched request.
   * @param search the query string without `?`
   */
  answer(match: ApiMatch<ServedNetwork>, search: string, request: ApiRequest): Promise<Reply>;
  /**
   * Returns the response for a path below `/api/` or `/internal/`, or a socket of another network, that is not an
   * endpoint; undefined for other paths.
   */
  unknownEndpoint(path: string): Reply | undefined;
}

interface ApiParts {
  /** Finds every network, with those of Liquid. */
  locate: LocateNetwork<SocketNetwork>;
  metrics: Metrics;
  onUnexpectedError: OnFault;
}

/** Creates the API. */
export function createApi({ locate, metrics, onUnexpectedError }: ApiParts): Api {
  return {
    async answer({ route: { endpoint, id, network }, params }, search, { body, bodyType, wantsCsv, json }) {
      const { context } = network;
      const startMs = performance.now();
      const { query, lists } = readQuery(search);
      const input = { params, query, lists, body, bodyType, wantsCsv };
      const reply = await answerCall(context, endpoint, id, input, onUnexpectedError, json);
      metrics.observeRequest(id, reply.status, (performance.now() - startMs) / 1000);
      return reply;
    },
    unknownEndpoint(path) {
      const located = locate(path);
      if (located === undefined) return undefined;
      const rest = located.rest.replace(otherNetwork, '');
      const isServed = rest === located.rest;
      if (!/^\/((api|internal)(\/|$)|ws\/?$)/i.test(rest)) return undefined;
      // a network that is not served has no documentation either
      return isServed && docsPath.test(rest) ? undefined : unknownPath(located.rest);
    },
  };
}

/** The path segment of a network; below a served one it is removed already. */
const otherNetwork = /^\/(?:mainnet|testnet4?|signet|regtest|demo|liquid(?:testnet|regtest|demo)?)(?=\/)/i;

/** Paths below `/api/` that belong to the documentation pages. */
const docsPath = /^\/(?:api\/?|api\/(?:faq|rest|websocket|electrs)\/?|internal)$/i;

/** Returns the response for an unknown API path. */
export function unknownPath(path: string): Reply {
  const text = `endpoint does not exist "${path}"`;
  return { status: 404, contentType: 'text/plain; charset=utf-8', headers: {}, body: text };
}

/** Handles requests that match no endpoint. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Requests of one address that are answered at the same time; more wait, so that those of others take their turns. */
export const maxRunningPerAddress = 16;
/** Requests of one address that wait; further ones are refused. */
export const maxWaitingPerAddress = 1_000;

/** Parameters of `registerApi`. */
export interface ApiRoutes {
  api: Api;
  routes: readonly ApiRoute<ServedNetwork>[];
  fallback: Fallback;
  /** Sends answers to GET and HEAD. */
  send: SendAnswer;
}

/** Registers the routes of the contract. Answers to GET and HEAD have an ETag. */
export function registerApi(app: FastifyInstance, { api, routes, fallback, send }: ApiRoutes): void {
  const limit = createFairLimit({ runningPerKey: maxRunningPerAddress, waitingPerKey: maxWaitingPerAddress });
  for (const route of routes) {
    const isGet = route.endpoint.method === 'GET';
    const direct: DirectRoute = {
      origin: { network: route.network.context.network.name, route: route.id },
      answer: (params, search, request) =>
        limit.run(addressKey(request.ip), () => api.answer({ route, params }, search, apiRequest(request))),
    };
    app.route({
      method: isGet ? ['GET', 'HEAD'] : route.endpoint.method,
      url: route.url,
      ...(isGet && { config: { direct } }),
      async handler(request, reply) {
        const params = request.params as Record<string, string>;
        if (hasEmptyParam(params)) return fallback(request, reply);
        const [, search] = splitOnce(request.url, '?');
        const answered = direct.answer(params, search, request);
        if (answered === undefined) throw new CodedError('rate.limit', 'too many queued requests');
        if (!isGet) return sendReply(reply, await answered);
        return send(request, reply, await answered, direct.origin);
      },
    });
  }
}
