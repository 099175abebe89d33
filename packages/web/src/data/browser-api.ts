import { QueryClient } from '@tanstack/react-query';
import { type Api, ApiError, errorText, failure, totalKey, totalOf } from './answer.ts';
import type { Site } from './site.ts';

/** How long an answer, server-rendered ones included, is used again before it is asked for anew. */
const freshMs = 10_000;

/** The browser's side of the REST routes. */
export interface BrowserApi extends Api {
  /** Puts in the answers that were made while the server rendered. */
  seed(answers: Readonly<Record<string, unknown>>): void;
  /** Asks again, past what is kept here and on the way; who asks next gets the new answers. Failures change nothing. */
  renew(paths: readonly string[]): Promise<void>;
  /** Lets go of every answer, fresh as it may be: what they say of the chain was undone, or news of it were missed. */
  forget(): void;
}

/** Makes the client: equal requests are asked once, and their error reaches everyone who waits. */
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

/** The one client of this tab. */
export function browserApi(): BrowserApi {
  api ??= createBrowserApi(browserSite().basePath, (input, init) => fetch(input, init));
  return api;
}

/** The configuration as the server wrote it into the page. */
export function browserSite(): Site {
  site ??= JSON.parse(document.getElementById('site')?.textContent ?? '{}') as Site;
  return site;
}
