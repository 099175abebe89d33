import { QueryClient } from '@tanstack/react-query';
import { type Api, ApiError, errorText, failure } from './answer.ts';
import type { Site } from './site.ts';

/** How long an answer, server-rendered ones included, is used again before it is asked for anew. */
const freshMs = 10_000;

/** The browser's side of the REST routes. */
export interface BrowserApi extends Api {
  /** Puts in the answers that were made while the server rendered. */
  seed(answers: Readonly<Record<string, unknown>>): void;
}

/** Makes the client: equal requests are asked once, and their error reaches everyone who waits. */
export function createBrowserApi(basePath: string, fetcher: typeof fetch): BrowserApi {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: freshMs, retry: false, networkMode: 'always' } },
  });
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetcher(basePath.slice(0, -1) + path, {
      headers: { accept: 'application/json, text/plain' },
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, errorText(text, response.statusText || 'Unknown error'));
    return response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text;
  };
  return {
    async get<T>(path: string) {
      try {
        const body = await client.fetchQuery({ queryKey: [path], queryFn: () => ask(path) });
        return { ok: true, body: body as T };
      } catch (error) {
        return failure(error);
      }
    },
    seed(answers) {
      for (const [path, body] of Object.entries(answers)) client.setQueryData([path], body);
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
