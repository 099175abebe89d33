/** URLs of boards, treasuries and watched wallets: not in `url.ts`, which every page loads. */

const part = encodeURIComponent;

/** URL of a board, on the root network. */
export const boardPage = (name: string): string => `/board/${part(name)}`;

/** URL of the list of treasuries, on the root network. */
export const treasuriesPage = '/treasuries';

/** URL of the page of a wallet that the operator watches. */
export const watchedWalletPage = (prefix: string, name: string, pageNumber = 1): string =>
  `${prefix}/wallet/${part(name)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`;

/** URLs of REST routes of the whole site: without a network. */
export const siteApi = {
  board: (site: string, name: string) => `/api/v1/services/boards/${part(site)}/${part(name)}`,
  watchedWallet: (name: string) => `/api/v1/wallet/${part(name)}`,
  treasuries: '/api/v1/treasuries',
} as const;
