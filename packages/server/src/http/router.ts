import { type Endpoint, type EndpointId, endpoints } from '@glassblock/contract';
import type { NetworkRow } from '@glassblock/primitives';
import createFindMyWay, { type HTTPMethod } from 'find-my-way';

/** Options of both routers: Fastify's and the one for in-process calls. Parameters keep their letter case. */
export const routerOptions = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 2_000 } as const;

/** An endpoint of the contract on one network. */
export interface ApiRoute<N> {
  id: EndpointId;
  endpoint: Endpoint;
  network: N;
  /** Path with base path and network prefix, with `:name` for parameters. */
  url: string;
}

/** A matched route with its decoded parameters. */
export interface ApiMatch<N> {
  route: ApiRoute<N>;
  params: Readonly<Record<string, string>>;
}

/** A network as the router sees it: its path segment, empty for the root network. */
interface Prefixed {
  readonly path: string;
}

/**
 * Returns every endpoint for each network.
 * @param basePath starts and ends with a slash
 */
export function apiRoutes<N extends Prefixed>(basePath: string, networks: readonly N[]): ApiRoute<N>[] {
  return networks.flatMap((network) =>
    (Object.keys(endpoints) as EndpointId[]).map((id) => {
      const endpoint: Endpoint = endpoints[id];
      return { id, endpoint, network, url: prefixOf(basePath, network) + endpoint.path };
    }),
  );
}

/** Returns the networks, and the root network once more below its own path segment, which some clients use. */
export function withOwnPrefix<N extends Prefixed & { context: { network: Pick<NetworkRow, 'path'> } }>(
  networks: readonly N[],
): N[] {
  const root = networks.find(({ path }) => path === '');
  const own = root?.context.network.path ?? '';
  const isFree = own !== '' && networks.every(({ path }) => path !== own);
  return root === undefined || !isFree ? [...networks] : [...networks, { ...root, path: own }];
}

/** Returns base path and network prefix, without a trailing slash. */
export function prefixOf(basePath: string, { path }: Prefixed): string {
  return `${basePath.slice(0, -1)}${path === '' ? '' : `/${path}`}`;
}

/** Finds the route of a path; returns undefined if there is none. */
export type FindRoute<N> = (method: 'GET' | 'POST', url: string) => ApiMatch<N> | undefined;

/**
 * Creates the router for in-process calls. It has the same route list, library and options as Fastify's router, so that
 * both match alike.
 */
export function createFindRoute<N>(routes: readonly ApiRoute<N>[]): FindRoute<N> {
  const router = createFindMyWay(routerOptions);
  for (const route of routes) router.on(route.endpoint.method as HTTPMethod, route.url, unused, route);
  return (method, url) => {
    const found = router.find(method, url);
    if (found === null) return undefined;
    const params = found.params as Record<string, string>;
    return hasEmptyParam(params) ? undefined : { route: found.store as ApiRoute<N>, params };
  };
}

const unused = () => undefined;

/** Returns whether a path parameter is empty: `/api/tx//hex` is not a route of the contract. */
export function hasEmptyParam(params: Readonly<Record<string, string>>): boolean {
  for (const name in params) if (params[name] === '') return true;
  return false;
}

/** The network of a path, and the path below its prefix. */
export interface LocatedPath<N> {
  network: N;
  rest: string;
}

/**
 * Finds the network of a path; returns undefined outside of the base path. Paths without a prefix belong to the root
 * network.
 */
export type LocateNetwork<N> = (path: string) => LocatedPath<N> | undefined;

/**
 * Creates the function that finds the network of a path. Letter case does not matter, as in the routers.
 * @param basePath starts and ends with a slash
 */
export function createLocateNetwork<N extends Prefixed>(basePath: string, networks: readonly N[]): LocateNetwork<N> {
  const root = networks.find(({ path }) => path === '');
  const prefixed = networks.filter(({ path }) => path !== '');
  return (path) => {
    if (!path.startsWith(basePath)) return undefined;
    const below = path.slice(basePath.length - 1);
    const [, segment = ''] = below.toLowerCase().split('/', 2);
    const network = prefixed.find(({ path: prefix }) => segment === prefix);
    if (network !== undefined) return { network, rest: below.slice(network.path.length + 1) || '/' };
    return root === undefined ? undefined : { network: root, rest: below };
  };
}
