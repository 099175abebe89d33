import type { WebConfig } from '@glassblock/contract';
import { type NetworkRow, networks } from '@glassblock/primitives';
import type { Site } from '../site/site.ts';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/** Returns the part of the configuration that pages use. */
export function siteOf(config: WebConfig): Site {
  return {
    basePath: config.basePath,
    rootNetwork: config.rootNetwork,
    networks: config.networks.map(({ name, label, demo, lightning }) => ({
      name,
      label,
      demo,
      // The simulated node's difficulty is constant.
      retargets: !demo && (rows[name]?.retargets ?? true),
      ...(lightning && config.lightning && { lightning }),
      ...(rows[name] && { halvingInterval: rows[name].subsidyHalvingInterval }),
    })),
    itemsPerPage: config.itemsPerPage,
    keepBlocks: config.keepBlocksAmount,
    mempoolBlocks: config.mempoolBlocksAmount,
    graphWindow: config.graphWindow,
    mining: config.miningDashboard,
    audit: config.audit,
    addressSearch: config.addressSearch,
    accelerator: config.accelerator,
    prices: config.historicalPrice,
    miningWindow: config.miningWindow,
    ...(config.fixedTheme !== undefined && { fixedTheme: config.fixedTheme }),
  };
}
