import { QueryClient } from '@tanstack/react-query';
import { type Api, ApiError, errorText, failure, totalKey, totalOf } from './answer.ts';
import type { Site } from './site/site.ts';

/** How long an answer, including server-rendered ones, is reused. */
const freshMs = 10_000;

/** The browser's client of the REST routes. */
export interface BrowserApi extends Api {
  /** Adds the answers loaded while the server rendered. */
  seed(answers: Readonly<Record<string, unknown>>): void;
  /** Reloads paths, bypassing caches; later calls get the new answers. Failures change nothing. */
  renew(paths: readonly string[]): Promise<void>;
  /** Drops all answers: a reorg or missed updates made them invalid. */
  forget(): void;
}

/** Creates the client: equal concurrent requests are shared, including errors. */
export function createBrowserApi(basePath: string, fetcher: typeof fetch): BrowserApi {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: freshMs, retry: false, networkMode: 'always' } },
  });
  const ask = async (path: string, cache: RequestCache = 'default'): Promise<unknown> => {
    const response = await fetcher(basePath.slice(0, -1) + path, {
      headers: { accept: 'application/json, text/plain' },
      cache,
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, errorText(text, response.statusText || 'Unknown error'));
    const total = totalOf(response.headers.get('x-total-count'));
    if (total !== undefined) client.setQueryData([totalKey(path)], total);
    return response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text;
  };
  return {
    async get<T>(path: string) {
      try {
        const body = await client.fetchQuery({ queryKey: [path], queryFn: () => ask(path) });
        const total = client.getQueryData<number>([totalKey(path)]);
        return { ok: true, body: body as T, ...(total !== undefined && { total }) };
      } catch (error) {
        return failure(error);
      }
    },
    seed(answers) {
      for (const [path, body] of Object.entries(answers)) client.setQueryData([path], body);
    },
    async renew(paths) {
      const given = await Promise.allSettled(paths.map((path) => ask(path, 'no-cache')));
      for (const [place, path] of paths.entries()) {
        const one = given[place];
        if (one?.status === 'fulfilled') client.setQueryData([path], one.value);
      }
    },
    forget() {
      void client.invalidateQueries({ refetchType: 'none' });
    },
  };
}

let api: BrowserApi | undefined;
let site: Site | undefined;

/** Returns the client of this tab. */
export function browserApi(): BrowserApi {
  api ??= createBrowserApi(browserSite().basePath, (input, init) => fetch(input, init));
  return api;
}

/** Returns the configuration that the server wrote into the page. */
export function browserSite(): Site {
  site ??= JSON.parse(document.getElementById('site')?.textContent ?? '{}') as Site;
  return site;
}
