import type { FastifyInstance } from 'fastify';
import { createFairLimit } from '../concurrency/fair-limit.ts';
import type { Metrics } from '../metrics.ts';
import { type AnsweredRoute, type Fallback, registerAnsweredRoute } from './answered-route.ts';
import { answerCall, type Reply } from './answers/answer.ts';
import type { SendAnswer } from './answers/send-answer.ts';
import { readQuery } from './requests/query-text.ts';
import type { ApiRequest } from './requests/request.ts';
import type { ApiMatch, ApiRoute, LocateNetwork } from './router.ts';
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

/** Registers the routes of the contract. */
export function registerApi(app: FastifyInstance, { api, routes, fallback, send }: ApiRoutes): void {
  const limit = createFairLimit({ runningPerKey: maxRunningPerAddress, waitingPerKey: maxWaitingPerAddress });
  for (const route of routes) {
    const answered: AnsweredRoute = {
      method: route.endpoint.method,
      url: route.url,
      origin: { network: route.network.context.network.name, route: route.id },
      answer: (params, search, request) => api.answer({ route, params }, search, request),
    };
    registerAnsweredRoute(app, answered, { limit, fallback, send });
  }
}
