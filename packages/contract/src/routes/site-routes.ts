import { type TSchema, Type } from 'typebox';
import { ProofRecords } from '../shapes/proof-shapes.ts';
import { type AboutList, aboutImages, aboutLists } from '../shapes/site/about-shapes.ts';
import { Board, boardsPath } from '../shapes/site/board-shapes.ts';
import { EnterpriseInfo, enterprisePath } from '../shapes/site/enterprise-shapes.ts';
import { ServiceWallet, Treasuries, WatchedWallet } from '../shapes/wallet-shapes.ts';

/** An error of such a route. */
interface SiteError {
  status: 400 | 404 | 500;
  /** Its text; empty: the answer has none. */
  text: string;
  /** As `{"error": text}`; else the text alone. */
  isJson?: boolean;
}

/** A route of the whole site, which has no network. */
export interface SiteRoute {
  /** For tools. */
  id: string;
  path: string;
  summary: string;
  /** Of JSON; undefined: a file of the media type. */
  answer: TSchema | undefined;
  mediaType: 'application/json' | 'image/*' | 'text/css';
  errors: readonly SiteError[];
  /** Seconds for which caches may store the answer. */
  cacheSeconds: number;
}

const contents: Readonly<Record<AboutList, string>> = {
  sponsors: 'Sponsors in two groups.',
  donations: 'Sponsors of the past.',
  translators: 'Handle of the translator by language.',
  contributors: 'Contributors.',
};
const lists = Object.entries(aboutLists) as [AboutList, { path: string; shape: TSchema }][];
const json = { mediaType: 'application/json' } as const;
const image = { mediaType: 'image/*', answer: undefined } as const;
const empty = (...statuses: SiteError['status'][]) => statuses.map((status): SiteError => ({ status, text: '' }));
const missing = (text: string): SiteError => ({ status: 404, text });
const failed = (text: string): SiteError => ({ status: 500, text, isJson: true });
const noEnterprise = [missing('No such enterprise')];

/** Paths of watched wallets in the services API, below the base path. */
export const serviceWalletPaths = {
  wallets: 'api/v1/services/wallets',
  treasuries: 'api/v1/services/treasuries',
} as const;

/** Routes of the whole site: about page, watched wallets, boards, sites of enterprises. */
export const siteRoutes: readonly SiteRoute[] = [
  ...lists.map(([name, { path, shape }]) => ({
    id: name,
    path: `/${path}`,
    summary: `${contents[name]} Empty without a source.`,
    ...json,
    answer: shape,
    errors: empty(500),
    cacheSeconds: 3_600,
  })),
  ...lists.map(([name]) => ({
    id: `${name}Image`,
    path: `/${aboutImages[name]}/:name`,
    summary: `An image of the list of ${name}.`,
    ...image,
    errors: empty(400, 404, 500),
    cacheSeconds: 86_400,
  })),
  {
    id: 'sponsorsImageVersion',
    path: `/${aboutImages.sponsors}/:name/:md5`,
    summary: 'The same image of the list of sponsors.',
    ...image,
    errors: empty(400, 404, 500),
    cacheSeconds: 86_400,
  },
  {
    id: 'watchedWallet',
    path: '/api/v1/wallet/:name',
    summary: 'Totals and the newest 5,000 transactions of each address of a watched wallet, by address.',
    ...json,
    answer: WatchedWallet,
    errors: [missing('No such wallet'), failed('Failed to get wallet')],
    cacheSeconds: 5,
  },
  {
    id: 'treasuries',
    path: '/api/v1/treasuries',
    summary: 'Watched wallets with an owner, with the balance after each transaction, oldest first.',
    ...json,
    answer: Treasuries,
    errors: [failed('Failed to get treasuries')],
    cacheSeconds: 5,
  },
  {
    id: 'serviceWallets',
    path: `/${serviceWalletPaths.wallets}`,
    summary: 'Names of the watched wallets with an owner, for other servers that follow them.',
    ...json,
    answer: Type.Array(Type.String()),
    errors: [],
    cacheSeconds: 5,
  },
  {
    id: 'serviceWallet',
    path: `/${serviceWalletPaths.wallets}/:name`,
    summary: 'A watched wallet with an owner, as `/api/v1/wallet/:name` with `active` instead of `lastSync`.',
    ...json,
    answer: ServiceWallet,
    errors: [missing('No such wallet'), failed('Failed to get wallet')],
    cacheSeconds: 5,
  },
  {
    id: 'serviceTreasuries',
    path: `/${serviceWalletPaths.treasuries}`,
    summary: 'The same as `/api/v1/treasuries`.',
    ...json,
    answer: Treasuries,
    errors: [failed('Failed to get treasuries')],
    cacheSeconds: 5,
  },
  {
    id: 'verifiedProofs',
    path: '/api/v1/services/sp/verified/:key',
    summary: 'Documents of a collection whose time stamps SimpleProof has verified.',
    ...json,
    answer: ProofRecords,
    errors: [missing('No such proofs'), failed('Failed to get proofs')],
    cacheSeconds: 60,
  },
  {
    id: 'board',
    path: `/${boardsPath}/:site/:name`,
    summary: 'A board of a site: its title and its widgets.',
    ...json,
    answer: Board,
    errors: [missing('No such board')],
    cacheSeconds: 5,
  },
  {
    id: 'enterpriseInfo',
    path: `/${enterprisePath}/info/:name`,
    summary: 'Title, site id and paths of the images of the site of an enterprise.',
    ...json,
    answer: EnterpriseInfo,
    errors: noEnterprise,
    cacheSeconds: 300,
  },
  {
    id: 'enterpriseImage',
    path: `/${enterprisePath}/images/:name/:image`,
    summary: 'An image of such a site: `logo`, `header` or `footer`.',
    ...image,
    errors: noEnterprise,
    cacheSeconds: 300,
  },
  {
    id: 'enterpriseColors',
    path: `/${enterprisePath}/colors/:name`,
    summary: 'Style sheet with the colors of such a site.',
    mediaType: 'text/css',
    answer: undefined,
    errors: noEnterprise,
    cacheSeconds: 300,
  },
];
