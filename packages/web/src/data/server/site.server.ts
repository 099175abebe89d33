import type { WebConfig } from '@glassblock/contract';
import { type NetworkRow, networks } from '@glassblock/primitives';
import type { PageFacts } from '../../ssr/page-context.ts';
import { monitoringPage, proofsPage, stratumPage } from '../operator/operator-url.ts';
import type { LiquidSite, Site } from '../site/site.ts';
import { boardPage, treasuriesPage } from '../watched/watched-url.ts';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/**
 * Returns the part of the configuration that pages use.
 * @param liquid name of the Liquid network of the page; undefined on other pages
 */
export function siteOf(config: WebConfig, liquid?: string, facts?: PageFacts['liquid']): Site {
  const ofLiquid = liquid === undefined ? undefined : liquidSite(config, liquid, facts);
  return {
    ...(ofLiquid && { liquid: ofLiquid }),
    basePath: config.basePath,
    rootNetwork: config.rootNetwork,
    networks: config.networks.map(({ name, label, path, demo, lightning, liquid }) => ({
      name,
      label,
      demo,
      // The simulated node's difficulty is constant.
      retargets: !demo && (rows[name]?.retargets ?? true),
      ...(lightning && config.lightning && { lightning }),
      ...(liquid && { isLiquid: true }),
      ...(path !== '' && path !== name && { path: `/${path}` }),
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
    ...(config.servicesNetwork !== undefined && {
      services: config.servicesNetwork,
      acceleratorButton: config.acceleratorButton,
    }),
    prices: config.historicalPrice,
    miningWindow: config.miningWindow,
    ...(config.accounts && { accounts: config.accounts }),
    ...(config.enterprise && { enterprise: config.enterprise }),
    ...boardsOf(config),
    ...(config.fixedTheme !== undefined && { fixedTheme: config.fixedTheme }),
  };
}

/** Links of optional pages: made here, so that the scripts of every page need no texts for them. */
function boardsOf({
  boards,
  treasuries,
  stratum,
  monitoring,
  proofs,
}: WebConfig): Pick<Site, 'boards' | 'home' | 'links' | 'treasuries' | 'stratum' | 'monitoring' | 'proofs'> {
  const links = [
    ...(boards?.pages ?? []).map(({ name, title }) => ({ path: boardPage(name), title })),
    ...(treasuries ? [{ path: treasuriesPage, title: 'Treasuries' }] : []),
    ...(stratum ? [{ path: stratumPage, title: 'Stratum jobs' }] : []),
    ...(monitoring ? [{ path: monitoringPage, title: 'Monitoring' }] : []),
    ...(proofs ?? []).map((name) => ({ path: proofsPage(name), title: `Proofs: ${name}` })),
  ];
  return {
    ...(boards && { boards: boards.site }),
    ...(boards?.home !== undefined && { home: boardPage(boards.home) }),
    ...(links.length > 0 && { links }),
    ...(treasuries && { treasuries }),
    ...(stratum && { stratum }),
    ...(monitoring && { monitoring }),
    ...(proofs && { proofs: true }),
  };
}

function liquidSite(config: WebConfig, name: string, facts: PageFacts['liquid']): LiquidSite | undefined {
  const row = config.networks.find((each) => each.name === name);
  if (row?.liquid === undefined) return undefined;
  const parent = config.networks.find((each) => each.name === row.liquid?.parent);
  const parentSite = (parent ? `${config.basePath}${parent.path}` : config.parentSite)?.replace(/\/$/, '');
  return {
    name,
    path: row.path === '' ? '' : `/${row.path}`,
    asset: facts?.asset ?? row.liquid.asset,
    ticker: row.liquid.ticker,
    ...(parentSite !== undefined && { parent: parentSite }),
    hasAudit: parent !== undefined,
    faults: facts?.faults ?? [],
  };
}
