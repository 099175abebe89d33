/** A network that is served. */
export interface SiteNetwork {
  name: string;
  label: string;
  demo: boolean;
  /** False where the difficulty never changes: nothing aims at ten minutes a block there. */
  retargets: boolean;
}

/** What the pages need of the configuration; small, since every page carries it. */
export interface Site {
  basePath: string;
  rootNetwork: string;
  networks: readonly SiteNetwork[];
  itemsPerPage: number;
  keepBlocks: number;
  mempoolBlocks: number;
  fixedTheme?: string;
}

/** Name of the network a path segment means; undefined when nothing here is called so. */
export function networkOf(site: Site, segment: string | undefined): string | undefined {
  if (segment === undefined) return site.rootNetwork;
  if (segment === site.rootNetwork) return undefined;
  return site.networks.find((network) => network.name === segment)?.name;
}
