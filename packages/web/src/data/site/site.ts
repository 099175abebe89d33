/** A served network. */
export interface SiteNetwork {
  name: string;
  label: string;
  demo: boolean;
  /** False where the difficulty never changes: there is no block interval target. */
  retargets: boolean;
  /** Blocks between halvings; absent when unknown. */
  halvingInterval?: number;
  /** A Lightning graph exists. */
  lightning?: boolean;
}

/** Configuration for pages; small, since every page carries it. */
export interface Site {
  basePath: string;
  rootNetwork: string;
  networks: readonly SiteNetwork[];
  itemsPerPage: number;
  keepBlocks: number;
  mempoolBlocks: number;
  /** Default time window of mempool graphs. */
  graphWindow?: string;
  /** Mining pages are enabled. */
  mining?: boolean;
  /** Block audits are enabled. */
  audit?: boolean;
  /** Addresses of the whole chain are found by prefix, not only those of the mempool. */
  addressSearch?: boolean;
  /** Acceleration pages are enabled, on mainnet. */
  accelerator?: boolean;
  /** The price page is enabled, on mainnet. */
  prices?: boolean;
  /** Default time window of mining graphs. */
  miningWindow?: string;
  fixedTheme?: string;
}

/** Returns true where accelerations exist: on mainnet, when enabled. */
export const hasAccelerations = (site: Pick<Site, 'accelerator'>, network: string): boolean =>
  site.accelerator === true && network === 'mainnet';

/** Returns true where price history exists: on mainnet, when enabled. */
export const hasPrices = (site: Pick<Site, 'prices'>, network: string): boolean =>
  site.prices === true && (network === 'mainnet' || network === 'demo');

/** Returns true where a Lightning graph exists. */
export const hasLightning = (site: Pick<Site, 'networks'>, network: string): boolean =>
  site.networks.some(({ name, lightning }) => name === network && lightning === true);

/** Returns the network of a path segment; undefined for an unknown one. */
export function networkOf(site: Site, segment: string | undefined): string | undefined {
  if (segment === undefined) return site.rootNetwork;
  if (segment === site.rootNetwork) return undefined;
  return site.networks.find((network) => network.name === segment)?.name;
}
