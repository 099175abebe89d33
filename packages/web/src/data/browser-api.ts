import { type Answer, type Api, failure, request, totalKey, totalOf } from './answer.ts';
import { createSharedAnswers } from './shared-answers.ts';
import type { Site } from './site/site.ts';

/** How long an answer, including server-rendered ones, is reused. */
const freshMs = 10_000;
/** Maximum number of answers to reuse. */
const maxAnswers = 200;

/** A good answer of a REST route. */
type Reply = Pick<Extract<Answer<unknown>, { ok: true }>, 'body' | 'total'>;

/** The browser's client of the REST routes. */
export interface BrowserApi extends Api {
  /** Returns the body of an answer. @throws ApiError for an error */
  body<T>(path: string): Promise<T>;
  /** Adds the answers loaded while the server rendered. */
  seed(answers: Readonly<Record<string, unknown>>): void;
  /** Reloads paths, bypassing caches; later calls get the new answers. Failures change nothing. */
  renew(paths: readonly string[]): Promise<void>;
  /** Drops all answers: a reorg or missed updates made them invalid. */
  forget(): void;
}

/** Creates the client: equal concurrent requests are shared, including errors. */
export function createBrowserApi(basePath: string, fetcher: typeof fetch): BrowserApi {
  const replies = createSharedAnswers<Reply>(maxAnswers, Date.now);
  const ask = async (path: string, cache: RequestCache = 'default'): Promise<Reply> => {
    const { body, headers } = await request(fetcher, basePath.slice(0, -1) + path, {
      headers: { accept: 'application/json, text/plain' },
      cache,
    });
    const total = totalOf(headers.get('x-total-count') ?? headers.get('x-total-results'));
    return { body, ...(total !== undefined && { total }) };
  };
  const reply = (path: string) => replies.get(path, freshMs, () => ask(path));
  return {
    async get<T>(path: string) {
      try {
        const { body, ...rest } = await reply(path);
        return { ok: true, body: body as T, ...rest };
      } catch (error) {
        return failure(error);
      }
    },
    body: async <T>(path: string) => (await reply(path)).body as T,
    seed(answers) {
      for (const [path, body] of Object.entries(answers)) {
        const total = answers[totalKey(path)];
        replies.put(path, { body, ...(typeof total === 'number' && { total }) });
      }
    },
    async renew(paths) {
      const given = await Promise.allSettled(paths.map((path) => ask(path, 'no-cache')));
      for (const [place, path] of paths.entries()) {
        const one = given[place];
        if (one?.status === 'fulfilled') replies.put(path, one.value);
      }
    },
    forget: replies.clear,
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
