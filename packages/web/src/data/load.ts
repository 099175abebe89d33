import {
  type ClientLoaderFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from 'react-router';
import type { PageContext } from '../ssr/page-context.ts';
import { page } from '../url.ts';
import type { Api } from './answer.ts';
import { browserApi, browserSite } from './browser-api.ts';
import { loadAnswered } from './page/pending-page.ts';
import { type Chosen, readPreferences } from './preferences.ts';
import { serverApi } from './server/server-api.ts';
import { networkOf, pagePrefix, type Site } from './site/site.ts';

/** Data that the server provides to the loaders of one page view. */
export const pageKey = createContext<{
  page: PageContext;
  site: Site;
  nonce: string;
  now: number;
  /** Language of the path; undefined without one. */
  language: string | undefined;
}>();

/** Parameters of a page's loader, on the server and in the browser. */
export interface LoadKit {
  api: Api;
  site: Site;
  network: string;
  /** Prefix of the paths of pages. */
  prefix: string;
  /** Prefix of the REST routes; another one than that of pages on Liquid networks, whose path is in the router's base name. */
  apiPrefix: string;
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** The visitor's settings from the cookie. */
  chosen: Chosen;
}

/** Result of a loader: the page's data and, for unknown objects, its status. */
export interface Loaded<D> {
  page: D;
  status?: number;
}

/** A page's loader. */
export type Load<D> = (kit: LoadKit) => Promise<Loaded<D>>;

/** Data of a page and the REST answers it was made of, for reuse by the browser. */
export type WithAnswers<D> = D & { answers?: Readonly<Record<string, unknown>> };

/** Redirects to the home page of a network that has no such page. */
export function onlyOnMainnet({ network, prefix }: Pick<LoadKit, 'network' | 'prefix'>): void {
  if (network !== 'mainnet') throw redirect(page.home(prefix));
}

/**
 * Returns the network of a page view on the server. Pages of the root network also answer below its name, by a redirect.
 * @throws {Response} a redirect, or 404 below another name on an official site
 */
export function servedNetwork({
  context,
  params,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>) {
  const { page: view, site } = context.get(pageKey);
  const segment = params['network'];
  const network = networkOf(site, segment);
  if (network !== undefined) return network;
  if (segment === site.rootNetwork) {
    const { pathname, search } = new URL(request.url);
    // the router adds base path and language
    const below = pathname.slice(site.basePath.length - 1);
    const rest = below.slice(below.indexOf(`/${segment}`) + segment.length + 1);
    throw redirect((rest || page.home('')) + search);
  }
  if (view.config.officialSite) throw data('Not found', { status: 404 });
  throw redirect(page.home(''));
}

function kitOf(
  api: Api,
  site: Site,
  network: string,
  args: { params: LoadKit['params']; request: Request },
  cookies: string | null,
): LoadKit {
  const prefix = pagePrefix(site, network);
  const apiPrefix = site.liquid?.path ?? prefix;
  const query = new URL(args.request.url).searchParams;
  return { api, site, network, prefix, apiPrefix, params: args.params, query, chosen: readPreferences(cookies) };
}

/** Creates the page's loader for the server. */
export const onServer =
  <D extends object>(load: Load<D>) =>
  async ({ context, params, request }: LoaderFunctionArgs) => {
    const { page: context_, site } = context.get(pageKey);
    const answers: Record<string, unknown> = {};
    const cookies = request.headers.get('cookie');
    const network = servedNetwork({ context, params, request });
    const loaded = await load(kitOf(serverApi(context_, answers), site, network, { params, request }, cookies));
    const result: WithAnswers<D> = { ...loaded.page, answers };
    return data(result, { status: loaded.status ?? 200 });
  };

/** Creates the page's loader for the browser: the same function over the network, until the server responds. */
export const inBrowser =
  <D extends object>(load: Load<D>) =>
  ({ params, request }: ClientLoaderFunctionArgs): Promise<WithAnswers<D>> => {
    const site = browserSite();
    const network = networkOf(site, params.network);
    // the server answers for unknown networks, and another router has the pages of Liquid networks
    const isElsewhere = site.liquid === undefined && site.networks.find(({ name }) => name === network)?.isLiquid;
    if (network === undefined || isElsewhere) throw redirectDocument(request.url);
    return loadAnswered(
      browserApi(),
      request.signal,
      async (api) => (await load(kitOf(api, site, network, { params, request }, document.cookie))).page,
    );
  };
