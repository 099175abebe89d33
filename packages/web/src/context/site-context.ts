import { createContext, use } from 'react';
import type { Site } from '../data/site.ts';

export const SiteContext = createContext<Site>({
  basePath: '/',
  rootNetwork: 'mainnet',
  networks: [],
  itemsPerPage: 10,
  keepBlocks: 8,
  mempoolBlocks: 8,
});

/** Language of the page's path, or of the visitor's choice where the path names none. */
export interface Language {
  code: string;
  isRightToLeft: boolean;
}

export const LanguageContext = createContext<Language>({ code: 'en', isRightToLeft: false });
export const NonceContext = createContext<string | undefined>(undefined);

/** The site's configuration. */
export const useSite = (): Site => use(SiteContext);

/** Blocks aim at a time the difficulty is adjusted to; or come whenever somebody makes one; or by the demo's clock. */
export type Pace = 'adjusted' | 'on-demand' | 'demo';

/** Where on the site we are: the network, its label, and the prefix of its paths. */
export interface Place {
  network: string;
  prefix: string;
  label: string;
  demo: boolean;
  /** How blocks come there. */
  pace: Pace;
}

export const PlaceContext = createContext<Place>({
  network: 'mainnet',
  prefix: '',
  label: 'Mainnet',
  demo: false,
  pace: 'adjusted',
});

/** The network of the page. */
export const usePlace = (): Place => use(PlaceContext);
