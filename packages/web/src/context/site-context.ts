import { createContext, use } from 'react';
import type { Site } from '../data/site/site.ts';

/** The site's configuration. */
export const SiteContext = createContext<Site>({
  basePath: '/',
  rootNetwork: 'mainnet',
  networks: [],
  itemsPerPage: 10,
  keepBlocks: 8,
  mempoolBlocks: 8,
});

/** Language of the path, or of the visitor's settings. */
export interface Language {
  code: string;
  isRightToLeft: boolean;
}

/** The language of the page. */
export const LanguageContext = createContext<Language>({ code: 'en', isRightToLeft: false });
/** The nonce of the content security policy. */
export const NonceContext = createContext<string | undefined>(undefined);

/** Returns the site's configuration. */
export const useSite = (): Site => use(SiteContext);

/** How blocks are produced: by difficulty, on demand, or by the demo's clock. */
export type Pace = 'adjusted' | 'on-demand' | 'demo';

/** The network of the page: its label, and the prefix of its paths. */
export interface Place {
  network: string;
  prefix: string;
  label: string;
  demo: boolean;
  /** How blocks are produced. */
  pace: Pace;
}

/** The network of the page. */
export const PlaceContext = createContext<Place>({
  network: 'mainnet',
  prefix: '',
  label: 'Mainnet',
  demo: false,
  pace: 'adjusted',
});

/**
 * Returns the prefix of the REST routes of the page's network. On Liquid networks pages have none, since the router's
 * base name has their path.
 */
export function useApiPrefix(): string {
  const { liquid } = useSite();
  const { prefix } = usePlace();
  return liquid?.path ?? prefix;
}

/** Returns the network of the page. */
export const usePlace = (): Place => use(PlaceContext);
