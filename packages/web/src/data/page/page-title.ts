import type { MetaArgs } from 'react-router';
import { networkOf, type Site } from '../site/site.ts';

/** Returns the title of the site: our name, or the title of an enterprise. */
export const siteTitle = (enterprise: Site['enterprise']): string => enterprise?.title ?? 'Glassblock';

/** Returns the site's configuration from the root route. */
const siteIn = (matches: MetaArgs['matches']): Site | undefined =>
  (matches.find((match) => match?.id === 'root')?.loaderData as { site?: Site } | undefined)?.site;

/** Returns the title of a page without one of its own. */
export const bareTitle = (matches: MetaArgs['matches']): string => siteTitle(siteIn(matches)?.enterprise);

/** Returns the title of a page with its network, which mainnet omits: `Block 0 · Signet · Glassblock`. */
export function pageTitle(name: string | undefined, matches: MetaArgs['matches']): string {
  const site = siteIn(matches);
  const segment = (matches.at(-1)?.params as Readonly<Record<string, string | undefined>> | undefined)?.['network'];
  const network = site && networkOf(site, segment);
  const label = network === 'mainnet' ? undefined : site?.networks.find((each) => each.name === network)?.label;
  return [name, label, siteTitle(site?.enterprise)].filter((part) => part !== undefined).join(' · ');
}
