import { prefixOf } from '../../url.ts';

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
  /** A Liquid network: its pages are routes of their own. */
  isLiquid?: boolean;
  /** Path of its pages below the base path, where it is not its name. */
  path?: string;
}

/** Returns the path of a network's pages below base path and language; empty for the root network. */
export const pathOf = ({ name, path }: Pick<SiteNetwork, 'name' | 'path'>, rootNetwork: string): string =>
  path ?? prefixOf(name, rootNetwork);

/** The Liquid network of a page view. */
export interface LiquidSite {
  name: string;
  /** Path of the network below the base path; empty for the root network. It is part of the router's base name. */
  path: string;
  /** Id of the pegged asset. */
  asset: string;
  ticker: string;
  /** Base URL of the pages of the parent chain; absent: none is known. */
  parent?: string;
  /** The parent chain is served too, so that the federation can be audited. */
  hasAudit: boolean;
  /** Why the chain is incomplete, in sentences. */
  faults: readonly string[];
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
  /** Name of the network whose transactions this server accelerates. */
  services?: string;
  /** Transaction pages have a button for accelerations. */
  acceleratorButton?: boolean;
  /** The price page is enabled, on mainnet. */
  prices?: boolean;
  /** Default time window of mining graphs. */
  miningWindow?: string;
  fixedTheme?: string;
  /** Accounts of this server. */
  accounts?: {
    /** Prefix of the routes of services. */
    prefix: string;
    emailLinks: boolean;
    signUp: boolean;
    passkeys: boolean;
    /** The demo: users are made by a button. */
    simulated?: boolean;
    /** Networks with a faucet. */
    faucets: readonly string[];
  };
  /** On the site of an enterprise: paths of its images and of its colors. */
  enterprise?: {
    title: string;
    headerLogo: string;
    footerLogo: string;
    /** Our logo is shown beside it. */
    cobranded: boolean;
    /** A style sheet that replaces colors of the theme. */
    colors?: string;
    /** Where views are counted. */
    analytics?: { url: string; siteId: number };
  };
  /** Name of the site in the paths of its boards; absent: it has none. */
  boards?: string;
  /** Path of the board that replaces the dashboard of the root network. */
  home?: string;
  /** Further pages of the root network: boards and treasuries. */
  links?: readonly { path: string; title: string }[];
  /** Watched wallets have a list of treasuries, on the root network. */
  treasuries?: boolean;
  /** The page of stratum jobs exists, on the root network. */
  stratum?: boolean;
  /** The page of watched hosts exists, on the root network. */
  monitoring?: boolean;
  /** Pages of proofs of documents exist, on the root network. */
  proofs?: boolean;
  /** On pages of a Liquid network only. */
  liquid?: LiquidSite;
}

/** Returns true where accelerations exist: on mainnet, when enabled, and where this server sells them. */
export const hasAccelerations = (site: Pick<Site, 'accelerator' | 'services'>, network: string): boolean =>
  (site.accelerator === true && network === 'mainnet') || site.services === network;

/** Returns true where this server sells accelerations. */
export const sellsAccelerations = (site: Pick<Site, 'services'>, network: string): boolean => site.services === network;

/** Returns true where price history exists: on mainnet, when enabled. */
export const hasPrices = (site: Pick<Site, 'prices'>, network: string): boolean =>
  site.prices === true && (network === 'mainnet' || network === 'demo');

/** Returns true where a Lightning graph exists. */
export const hasLightning = (site: Pick<Site, 'networks'>, network: string): boolean =>
  site.networks.some(({ name, lightning }) => name === network && lightning === true);

/** Returns the network of a path segment; undefined for an unknown one. */
export function networkOf(site: Site, segment: string | undefined): string | undefined {
  if (site.liquid !== undefined) return site.liquid.name;
  if (segment === undefined) return site.rootNetwork;
  if (segment === site.rootNetwork) return undefined;
  // a Liquid network may have another path than its name
  return site.networks.find(({ name, path = `/${name}` }) => path === `/${segment}`)?.name;
}

/**
 * Returns the prefix of the paths of a network's pages in the router of this page view; empty on pages of Liquid
 * networks, where the router's base name has it.
 */
export const pagePrefix = (site: Site, network: string): string =>
  site.liquid === undefined ? prefixOf(network, site.rootNetwork) : '';
