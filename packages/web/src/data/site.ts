/** A network that is served. */
export interface SiteNetwork {
  name: string;
  label: string;
  demo: boolean;
  /** False where the difficulty never changes: nothing aims at ten minutes a block there. */
  retargets: boolean;
  /** Blocks between halvings; absent where nobody knows. */
  halvingInterval?: number;
}

/** What the pages need of the configuration; small, since every page carries it. */
export interface Site {
  basePath: string;
  rootNetwork: string;
  networks: readonly SiteNetwork[];
  itemsPerPage: number;
  keepBlocks: number;
  mempoolBlocks: number;
  /** Stretch that graphs of the pool open with. */
  graphWindow?: string;
  /** The screens of mining are on. */
  mining?: boolean;
  /** Blocks are audited: held against what was expected of them. */
  audit?: boolean;
  /** Addresses of the whole chain are found by their beginning, not only those of the pool. */
  addressSearch?: boolean;
  /** The screens of accelerations are on, on mainnet. */
  accelerator?: boolean;
  /** The screen of prices over time is on, on mainnet. */
  prices?: boolean;
  /** Stretch that graphs of mining open with. */
  miningWindow?: string;
  fixedTheme?: string;
}

/** Accelerations are a matter of mainnet, where the operator wants their screens. */
export const hasAccelerations = (site: Pick<Site, 'accelerator'>, network: string): boolean =>
  site.accelerator === true && network === 'mainnet';

/** Prices over time are a matter of mainnet, where the operator wants their screen. */
export const hasPrices = (site: Pick<Site, 'prices'>, network: string): boolean =>
  site.prices === true && network === 'mainnet';

/** Name of the network a path segment means; undefined when nothing here is called so. */
export function networkOf(site: Site, segment: string | undefined): string | undefined {
  if (segment === undefined) return site.rootNetwork;
  if (segment === site.rootNetwork) return undefined;
  return site.networks.find((network) => network.name === segment)?.name;
}
