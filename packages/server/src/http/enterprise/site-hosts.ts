import { enterprisePath, mainSite, type WebConfig } from '@glassblock/contract';
import type { EnterpriseConfig, EnterpriseSite } from '../../config/enterprise-config.ts';
import type { Boards } from '../site/boards.ts';

/** Site of a host name: the settings of its pages, or the main site that it is redirected to. */
export type HostSite = { config: WebConfig } | { redirect: string };

/** Selects sites by name, and by the host name of a request. */
export interface SiteHosts {
  /** Returns the site of a name or, as clients take the first part of their host name, of this host name. */
  find(name: string, host: string): EnterpriseSite | undefined;
  /**
   * Returns the site of a host name. Other host names have the main site, for instance addresses.
   * @param host as the request has it, with its port; a trusted proxy may have set it, and other clients may send any
   * name
   */
  at(host: string): HostSite;
}

/** Creates the selection. Every lookup takes constant time; nothing is stored for host names of requests. */
export function createSiteHosts(
  { domain, sites }: EnterpriseConfig,
  config: WebConfig,
  boards: Pick<Boards, 'listOf'>,
): SiteHosts {
  const byName = new Map(sites.map((site) => [site.name, site]));
  const byHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)));
  const settings = new Map(sites.map((site) => [site, configOf(site, config)]));
  const mainHost = domain === undefined ? undefined : hostName(domain);
  // boards may be read again
  const withBoards = (site: string, own: WebConfig): HostSite => {
    const list = boards.listOf(site);
    return { config: list === undefined ? own : { ...own, boards: list } };
  };
  return {
    find(name, host) {
      const site = byName.get(name);
      if (site !== undefined) return site;
      const own = hostName(host);
      return own.split('.')[0] === name ? byHost.get(own) : undefined;
    },
    at(host) {
      const own = hostName(host);
      const site = byHost.get(own);
      if (site !== undefined) return withBoards(site.name, settings.get(site)!);
      return domain !== undefined && own.endsWith(`.${mainHost}`) ? { redirect: domain } : withBoards(mainSite, config);
    },
  };
}

/** Returns a host name without its port and the dot of the root zone. */
const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

/** Returns the settings of the pages of a site: the root network alone, without accelerator. */
function configOf(site: EnterpriseSite, config: WebConfig): WebConfig {
  const { basePath, rootNetwork, accounts } = config;
  const path = (part: string) => `${basePath}${enterprisePath}/${part}`;
  const { header, footer } = site.images;
  const rootAccounts = accounts?.prefix === '' ? accounts : undefined;
  const { accounts: _, ...rest } = config;
  return {
    ...rest,
    networks: config.networks.filter(({ name }) => name === rootNetwork),
    ...(rootAccounts && {
      accounts: { ...rootAccounts, faucets: rootAccounts.faucets.filter((name) => name === rootNetwork) },
    }),
    accelerator: false,
    acceleratorButton: false,
    ...(site.theme !== undefined && { fixedTheme: site.theme }),
    enterprise: {
      title: site.title,
      headerLogo: path(`images/${site.name}/${header === undefined ? 'logo' : 'header'}`),
      footerLogo: path(`images/${site.name}/${footer === undefined ? 'logo' : 'footer'}`),
      cobranded: site.cobranded,
      ...(Object.keys(site.colors).length > 0 && { colors: path(`colors/${site.name}`) }),
      ...(site.matomo !== undefined && { analytics: { url: site.matomo, siteId: site.siteId } }),
    },
  };
}
