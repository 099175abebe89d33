import type { Endpoint } from '@glassblock/contract';
import { type LiquidEndpointId, liquidEndpoints } from '@glassblock/contract/liquid';
import type { FastifyInstance } from 'fastify';
import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import type { CallInput, RawInput } from '../api/input.ts';
import type { LiquidHandler } from '../api/liquid/liquid-call.ts';
import { liquidHandlers } from '../api/liquid/liquid-handlers.ts';
import { createFairLimit } from '../concurrency/fair-limit.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Metrics } from '../metrics.ts';
import type { LiquidContext } from '../network/liquid/liquid-context.ts';
import { type AnsweredRoute, type Fallback, registerAnsweredRoute } from './answered-route.ts';
import { answerWith, type Reply, relayedAnswer } from './answers/answer.ts';
import type { SendAnswer } from './answers/send-answer.ts';
import { readQuery } from './requests/query-text.ts';
import type { ApiRequest } from './requests/request.ts';
import { hasEmptyParam, prefixOf, routerOptions } from './router.ts';
import type { OnFault } from './served-network.ts';

/** A Liquid network that this process serves. */
export interface ServedLiquid {
  readonly context: LiquidContext;
  readonly hub: LiveHub;
  /** Path segment of the network; empty for the root network. */
  readonly path: string;
}

/** Requests of one address that are answered at the same time, and that wait. */
const limits = { runningPerKey: 16, waitingPerKey: 1_000 };

/** Returns the networks, and a root network once more below its own path segment. */
export const withLiquidPrefix = (networks: readonly ServedLiquid[]): ServedLiquid[] =>
  networks.flatMap((served) =>
    served.path === '' ? [served, { ...served, path: served.context.network.path }] : [served],
  );

/** A route of one Liquid network. */
interface LiquidRoute {
  readonly id: LiquidEndpointId;
  readonly served: ServedLiquid;
  /** Path with base path and network prefix, with `:name` for parameters. */
  readonly url: string;
}

/** Answers the routes of Liquid networks, for HTTP and for in-process calls. */
export interface LiquidApi {
  readonly routes: readonly LiquidRoute[];
  /** @param search the query string without `?` */
  answer(route: LiquidRoute, params: Params, search: string, request: ApiRequest): Promise<Reply>;
  /** Finds the route of a GET; undefined if there is none. */
  find(url: string): { route: LiquidRoute; params: Params } | undefined;
}

type Params = Readonly<Record<string, string>>;

/** Parameters of `createLiquidApi`. */
export interface LiquidParts {
  basePath: string;
  networks: readonly ServedLiquid[];
  metrics: Metrics;
  onUnexpectedError: OnFault;
}

/** Routes that clients request without a prefix also where Liquid is not the root network. */
const withoutPrefix = new Set<LiquidEndpointId>([
  'assetIcons',
  'assetIcon',
  'assetsFeatured',
  'assetGroup',
  'registryFull',
  'registryMinimal',
]);

/** Returns the routes that are served without a prefix: of one network, and the registry of liquidtestnet. */
function routesWithoutPrefix(basePath: string, networks: readonly ServedLiquid[]): LiquidRoute[] {
  const base = prefixOf(basePath, { path: '' });
  const main = networks.some(({ path }) => path === '') ? undefined : networks[0];
  const testnet = networks.find(({ context }) => context.network.name === 'liquidtestnet');
  const routes = [...withoutPrefix].flatMap((id): LiquidRoute[] =>
    main === undefined ? [] : [{ id, served: main, url: base + liquidEndpoints[id].path }],
  );
  if (testnet === undefined) return routes;
  return [
    ...routes,
    { id: 'registryFull', served: testnet, url: `${base}/resources/assets-testnet.json` },
    { id: 'registryMinimal', served: testnet, url: `${base}/resources/assets-testnet.minimal.json` },
  ];
}

/** Runs one endpoint of a Liquid network, or relays the request, as `answerCall` does. */
export function answerLiquidCall(
  context: LiquidContext,
  id: LiquidEndpointId,
  input: RawInput,
  onUnexpectedError: OnFault,
  acceptsJson: boolean,
): Promise<Reply> {
  const endpoint: Endpoint = liquidEndpoints[id];
  const handler = liquidHandlers[id] as LiquidHandler<CallInput>;
  return (
    relayedAnswer(context, endpoint, id, input, onUnexpectedError, acceptsJson) ??
    answerWith(handler, context, endpoint, input, onUnexpectedError, acceptsJson)
  );
}

/** Creates the routes of Liquid networks; a root network is also served below its own path segment. */
export function createLiquidApi({ basePath, networks, metrics, onUnexpectedError }: LiquidParts): LiquidApi {
  const prefixed = withLiquidPrefix(networks).flatMap((served) =>
    (Object.keys(liquidEndpoints) as LiquidEndpointId[]).map((id): LiquidRoute => {
      const endpoint: Endpoint = liquidEndpoints[id];
      return { id, served, url: prefixOf(basePath, served) + endpoint.path };
    }),
  );
  const routes = [...prefixed, ...routesWithoutPrefix(basePath, networks)];
  const router = createFindMyWay(routerOptions);
  for (const route of routes) {
    const { method }: Endpoint = liquidEndpoints[route.id];
    router.on(method as HTTPMethod, route.url, () => undefined, route);
  }
  return {
    routes,
    async answer({ id, served }, params, search, { json, ...request }) {
      const input = { params, ...readQuery(search), ...request };
      const startMs = performance.now();
      const reply = await answerLiquidCall(served.context, id, input, onUnexpectedError, json);
      metrics.observeRequest(`liquid ${id}`, reply.status, (performance.now() - startMs) / 1000);
      return reply;
    },
    find(url) {
      const found = router.find('GET', url);
      if (found === null) return undefined;
      const params = found.params as Params;
      return hasEmptyParam(params) ? undefined : { route: found.store as LiquidRoute, params };
    },
  };
}

/** Registers the routes of Liquid networks. */
export function registerLiquid(
  app: FastifyInstance,
  { liquid, fallback, send }: { liquid: LiquidApi; fallback: Fallback; send: SendAnswer },
): void {
  const limit = createFairLimit(limits);
  for (const route of liquid.routes) {
    const endpoint: Endpoint = liquidEndpoints[route.id];
    const answered: AnsweredRoute = {
      method: endpoint.method,
      url: route.url,
      origin: { network: route.served.context.network.name, route: route.id },
      answer: (params, search, request) => liquid.answer(route, params, search, request),
    };
    registerAnsweredRoute(app, answered, { limit, fallback, send });
  }
}
