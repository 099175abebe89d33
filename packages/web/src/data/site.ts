import type { WebConfig } from '@glassblock/contract';

/** What the pages need of the configuration; small, since every page carries it. */
export interface Site {
  basePath: string;
  rootNetwork: string;
  networks: readonly { name: string; label: string; demo: boolean }[];
  itemsPerPage: number;
  keepBlocks: number;
  mempoolBlocks: number;
  fixedTheme?: string;
}

/** The part of the configuration that pages use. */
export function siteOf(config: WebConfig): Site {
  return {
    basePath: config.basePath,
    rootNetwork: config.rootNetwork,
    networks: config.networks.map(({ name, label, demo }) => ({ name, label, demo })),
    itemsPerPage: config.itemsPerPage,
    keepBlocks: config.keepBlocksAmount,
    mempoolBlocks: config.mempoolBlocksAmount,
    ...(config.fixedTheme !== undefined && { fixedTheme: config.fixedTheme }),
  };
}

/** Name of the network a path segment means; undefined when nothing here is called so. */
export function networkOf(site: Site, segment: string | undefined): string | undefined {
  if (segment === undefined) return site.rootNetwork;
  if (segment === site.rootNetwork) return undefined;
  return site.networks.find((network) => network.name === segment)?.name;
}
