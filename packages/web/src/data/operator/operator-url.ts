/** URLs of the pages of optional sources, on the root network: not in `url.ts`, which every page loads. */

const part = encodeURIComponent;

/** URL of the jobs of mining pools. */
export const stratumPage = '/stratum';

/** URL of the health of watched hosts. */
export const monitoringPage = '/monitoring';

/** URL of a collection of proofs of documents. */
export const proofsPage = (key: string, pageNumber = 1): string =>
  `/sp/${part(key)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`;

/** Path of the route of a collection of proofs. */
export const proofsApi = (key: string): string => `/api/v1/services/sp/verified/${part(key)}`;
