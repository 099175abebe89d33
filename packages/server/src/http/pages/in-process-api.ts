import type { ApiAnswer, CallApi } from '@glassblock/web';
import type { Reply } from '../answers/answer.ts';
import { type Api, unknownPath } from '../api.ts';
import type { LiquidApi } from '../liquid-api.ts';
import { inProcess, splitOnce } from '../requests/request.ts';
import type { FindRoute } from '../router.ts';
import type { ServedNetwork } from '../served-network.ts';
import type { FindSiteAnswer } from '../site/site-answers.ts';

interface InProcessParts {
  api: Api;
  findRoute: FindRoute<ServedNetwork>;
  findSiteAnswer: FindSiteAnswer;
  liquid: LiquidApi;
  basePath: string;
}

/** Returns a function that calls the API for server-side rendering, without HTTP and without rate limit. */
export function createInProcessApi({ api, findRoute, findSiteAnswer, liquid, basePath }: InProcessParts): CallApi {
  const replyOf = (url: string, search: string): Promise<Reply> | Reply | undefined => {
    const ofLiquid = liquid.find(url);
    if (ofLiquid !== undefined) return liquid.answer(ofLiquid.route, ofLiquid.params, search, inProcess);
    const match = findRoute('GET', url);
    if (match === undefined) {
      const ofSite = findSiteAnswer(url);
      if (ofSite !== undefined) return ofSite();
    }
    return match === undefined ? api.unknownEndpoint(url) : api.answer(match, search, inProcess);
  };
  return async (path): Promise<ApiAnswer> => {
    const [url, search] = splitOnce(basePath.slice(0, -1) + path, '?');
    const { status, contentType, body, headers } = (await replyOf(url, search)) ?? unknownPath(path);
    const total = headers['x-total-count'] ?? headers['x-total-results'];
    return { status, contentType, body: String(body), ...totalIn(total) };
  };
}

const totalIn = (header: string | null | undefined) =>
  header === null || header === undefined ? {} : { total: Number(header) };

const hostTimeoutMs = 10_000;

/**
 * Returns a function that calls the API of another host for server-side rendering. A network error becomes an answer of
 * status 0 with a text, as in the browser.
 */
export function createRemoteApi(host: string): CallApi {
  return async (path) => {
    try {
      const response = await fetch(host + path, { signal: AbortSignal.timeout(hostTimeoutMs) });
      const contentType = response.headers.get('content-type') ?? 'text/plain';
      const body = await response.text();
      return { status: response.status, contentType, body, ...totalIn(response.headers.get('x-total-count')) };
    } catch (error) {
      const body = error instanceof Error ? error.message : 'Unknown error';
      return { status: 0, contentType: 'text/plain', body };
    }
  };
}
