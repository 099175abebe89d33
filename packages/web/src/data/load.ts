import { type ClientLoaderFunctionArgs, createContext, data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { PageContext } from '../ssr/page-context.ts';
import { page, prefixOf } from '../url.ts';
import type { Api } from './answer.ts';
import { browserApi, browserSite } from './browser-api.ts';
import { type Chosen, readPreferences } from './preferences.ts';
import { serverApi } from './server/server-api.ts';
import { networkOf, type Site } from './site.ts';

/** What the server hands to the loaders of one page view. */
export const pageKey = createContext<{
  page: PageContext;
  site: Site;
  nonce: string;
  now: number;
  /** Language that the path begins with; undefined when it names none. */
  language: string | undefined;
}>();

/** What a screen's loader works with, on the server and in the browser alike. */
export interface LoadKit {
  api: Api;
  site: Site;
  network: string;
  prefix: string;
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** What the visitor chose, as far as the cookie says. */
  chosen: Chosen;
}

/** What a loader gives: the page's data and, for pages of unknown things, its status. */
export interface Loaded<D> {
  page: D;
  status?: number;
}

export type Load<D> = (kit: LoadKit) => Promise<Loaded<D>>;

/** Data of a page and the REST answers it was made of, for the browser to use again. */
export type WithAnswers<D> = D & { answers?: Readonly<Record<string, unknown>> };

function kitOf(
  api: Api,
  site: Site,
  args: { params: LoadKit['params']; request: Request },
  cookies: string | null,
): LoadKit {
  const network = networkOf(site, args.params.network);
  if (network === undefined) throw redirect(page.home(''));
  const prefix = prefixOf(network, site.rootNetwork);
  const query = new URL(args.request.url).searchParams;
  return { api, site, network, prefix, params: args.params, query, chosen: readPreferences(cookies) };
}

/** The screen's loader on the server. */
export const onServer =
  <D extends object>(load: Load<D>) =>
  async ({ context, params, request }: LoaderFunctionArgs) => {
    const { page: context_, site } = context.get(pageKey);
    const answers: Record<string, unknown> = {};
    const cookies = request.headers.get('cookie');
    const loaded = await load(kitOf(serverApi(context_, answers), site, { params, request }, cookies));
    const result: WithAnswers<D> = { ...loaded.page, answers };
    return data(result, { status: loaded.status ?? 200 });
  };

/** The screen's loader in the browser: the same function over the network. */
export const inBrowser =
  <D extends object>(load: Load<D>) =>
  async ({ params, request }: ClientLoaderFunctionArgs): Promise<WithAnswers<D>> =>
    (await load(kitOf(browserApi(), browserSite(), { params, request }, document.cookie))).page;
