/**
 * The build has two sets of pages: those of Liquid networks below the route `liquid`, and the others. Both have the same
 * paths, and a page view uses one of them: a router of Liquid has the network's path in its base name, so that a Liquid
 * network may be the root network too.
 */

/** Routes of a manifest by id. */
export type Routes = Readonly<Record<string, { id: string; parentId?: string | undefined } | undefined>>;

/** Id of the layout of all pages of Liquid networks. */
const liquidLayout = 'liquid';
/** Routes that only the others have. */
const bitcoinOnly = /^(network$|social-image:)/;

/** Returns the routes of Liquid networks, or those of the others. */
export function routesFor<R extends Routes>(routes: R, isLiquid: boolean): R {
  const isBelow = (id: string | undefined, test: (id: string) => boolean): boolean =>
    id !== undefined && (test(id) || isBelow(routes[id]?.parentId, test));
  const isDropped = isLiquid ? (id: string) => bitcoinOnly.test(id) : (id: string) => id === liquidLayout;
  return Object.fromEntries(Object.entries(routes).filter(([id]) => !isBelow(id, isDropped))) as R;
}

/** A network as the configuration of the web app has it. */
interface NetworkPath {
  readonly name: string;
  readonly path: string;
  readonly liquid?: unknown;
}

/**
 * Returns the Liquid network of a path; undefined for a path of another network.
 * @param path below the base path and the language, with its leading slash
 */
export function liquidNetworkOf<N extends NetworkPath>(networks: readonly N[], path: string): N | undefined {
  const [, segment = ''] = path.replace(/\.data$/, '').split('/', 2);
  const named = networks.find((network) => network.path !== '' && network.path === segment);
  const found = named ?? networks.find((network) => network.path === '');
  return found?.liquid === undefined ? undefined : found;
}
