import { type ClientLoaderFunctionArgs, createContext, data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { ApiAnswer, PageContext } from '../serve/page-context.ts';
import { page, prefixOf } from '../url.ts';
import { type Answer, type Api, errorText, failure } from './answer.ts';
import { browserApi, browserSite } from './browser-api.ts';
import { networkOf, type Site } from './site.ts';

/** What the server hands to the loaders of one page view. */
export const pageKey = createContext<{ page: PageContext; site: Site; nonce: string; now: number }>();

/** What a screen's loader works with, on the server and in the browser alike. */
export interface LoadKit {
  api: Api;
  site: Site;
  network: string;
  prefix: string;
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

/** What a loader gives: the page's data and, for pages of unknown things, its status. */
export interface Loaded<D> {
  page: D;
  status?: number;
}

export type Load<D> = (kit: LoadKit) => Promise<Loaded<D>>;

/** Data of a page and the REST answers it was made of, for the browser to use again. */
export type WithAnswers<D> = D & { answers?: Readonly<Record<string, unknown>> };

function kitOf(api: Api, site: Site, args: { params: LoadKit['params']; request: Request }): LoadKit {
  const network = networkOf(site, args.params.network);
  if (network === undefined) throw redirect(page.home(''));
  const prefix = prefixOf(network, site.rootNetwork);
  return { api, site, network, prefix, params: args.params, query: new URL(args.request.url).searchParams };
}

/** The REST routes as the server calls them in its own process. Good answers are kept for the browser. */
export function serverApi(page: PageContext, kept: Record<string, unknown>): Api {
  return {
    async get<T>(path: string): Promise<Answer<T>> {
      let answer: ApiAnswer;
      try {
        answer = await page.api(path);
      } catch (error) {
        return failure(error);
      }
      if (answer.status >= 200 && answer.status < 300) {
        kept[path] = answer.body;
        return { ok: true, body: answer.body as T };
      }
      return { ok: false, status: answer.status, message: errorText(answer.body, 'Unknown error') };
    },
  };
}

/** The screen's loader on the server. */
export const onServer =
  <D extends object>(load: Load<D>) =>
  async ({ context, params, request }: LoaderFunctionArgs) => {
    const { page: context_, site } = context.get(pageKey);
    const answers: Record<string, unknown> = {};
    const loaded = await load(kitOf(serverApi(context_, answers), site, { params, request }));
    const result: WithAnswers<D> = { ...loaded.page, answers };
    return data(result, { status: loaded.status ?? 200 });
  };

/** The screen's loader in the browser: the same function over the network. */
export const inBrowser =
  <D extends object>(load: Load<D>) =>
  async ({ params, request }: ClientLoaderFunctionArgs): Promise<WithAnswers<D>> =>
    (await load(kitOf(browserApi(), browserSite(), { params, request }))).page;
