import type { MetaArgs } from 'react-router';
import { networkOf, type Site } from './site/site.ts';

/** Returns the title of a page with its network, which mainnet omits: `Block 0 · Signet · Glassblock`. */
export function pageTitle(name: string | undefined, matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root');
  const site = (root?.loaderData as { site?: Site } | undefined)?.site;
  const segment = (matches.at(-1)?.params as Readonly<Record<string, string | undefined>> | undefined)?.['network'];
  const network = site && networkOf(site, segment);
  const label = network === 'mainnet' ? undefined : site?.networks.find((each) => each.name === network)?.label;
  return [name, label, 'Glassblock'].filter((part) => part !== undefined).join(' · ');
}
