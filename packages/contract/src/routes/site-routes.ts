import { type AboutList, aboutImages, aboutLists } from '../shapes/site/about-shapes.ts';
import { boardsPath } from '../shapes/site/board-shapes.ts';
import { enterprisePath } from '../shapes/site/enterprise-shapes.ts';

/** A route of the whole site, which has no network. */
export interface SiteRoute {
  path: string;
  summary: string;
  /** Status of other answers, and their bodies. */
  errors: string;
  /** Seconds for which caches may store the answer. */
  cacheSeconds: number;
}

const contents: Readonly<Record<AboutList, string>> = {
  sponsors: 'Sponsors in two groups.',
  donations: 'Sponsors of the past.',
  translators: 'Handle of the translator by language.',
  contributors: 'Contributors.',
};
const lists = Object.entries(aboutLists) as [AboutList, { path: string }][];

/** Routes of the whole site: about page, watched wallets, boards, sites of enterprises. */
export const siteRoutes: readonly SiteRoute[] = [
  ...lists.map(([name, { path }]) => ({
    path: `/${path}`,
    summary: `${contents[name]} Empty without a source.`,
    errors: '500, empty',
    cacheSeconds: 3_600,
  })),
  ...lists.map(([name]) => ({
    path: `/${aboutImages[name]}/:name${name === 'sponsors' ? '[/:md5]' : ''}`,
    summary: `An image of the list of ${name}.`,
    errors: '400, 404, 500, empty',
    cacheSeconds: 86_400,
  })),
  {
    path: '/api/v1/wallet/:name',
    summary: 'Totals and the newest 5,000 transactions of each address of a watched wallet, by address.',
    errors: '404 `No such wallet`; 500 `{"error": "Failed to get wallet"}`',
    cacheSeconds: 5,
  },
  {
    path: '/api/v1/treasuries',
    summary: 'Watched wallets with an owner, with the balance after each transaction, oldest first.',
    errors: '500 `{"error": "Failed to get treasuries"}`',
    cacheSeconds: 5,
  },
  {
    path: '/api/v1/services/sp/verified/:key',
    summary: 'Documents of a collection whose time stamps SimpleProof has verified.',
    errors: '404 `No such proofs`; 500 `{"error": "Failed to get proofs"}`',
    cacheSeconds: 60,
  },
  {
    path: `/${boardsPath}/:site/:name`,
    summary: 'A board of a site: its title and its widgets.',
    errors: '404 `No such board`',
    cacheSeconds: 5,
  },
  {
    path: `/${enterprisePath}/info/:name`,
    summary: 'Title, site id and paths of the images of the site of an enterprise.',
    errors: '404 `No such enterprise`',
    cacheSeconds: 300,
  },
  {
    path: `/${enterprisePath}/images/:name/:image`,
    summary: 'An image of such a site: `logo`, `header` or `footer`.',
    errors: '404 `No such enterprise`',
    cacheSeconds: 300,
  },
  {
    path: `/${enterprisePath}/colors/:name`,
    summary: 'Style sheet with the colors of such a site.',
    errors: '404 `No such enterprise`',
    cacheSeconds: 300,
  },
];
