import type { FastifyInstance } from 'fastify';
import createFindMyWay from 'find-my-way';
import type { Reply } from '../answers/answer.ts';
import { sendReply } from '../answers/send-reply.ts';
import { routerOptions } from '../router.ts';

type Params = Readonly<Record<string, string>>;

/** A route of the whole site, which has no network: over HTTP, and in process for pages. */
export interface SiteAnswer {
  /** Below the base path, with `:name` for parameters. */
  path: string;
  /** Never throws. */
  answer(params: Params): Promise<Reply>;
}

/** Finds the answer of a path with its base path; undefined: it is no such route. */
export type FindSiteAnswer = (url: string) => (() => Promise<Reply>) | undefined;

/** Registers routes of the whole site. @returns the same for in-process calls */
export function registerSiteAnswers(
  app: FastifyInstance,
  basePath: string,
  answers: readonly SiteAnswer[],
): FindSiteAnswer {
  const router = createFindMyWay(routerOptions);
  for (const each of answers) {
    app.get<{ Params: Params }>(basePath + each.path, async (request, reply) =>
      sendReply(reply, await each.answer(request.params)),
    );
    router.on('GET', basePath + each.path, () => undefined, each);
  }
  return (url) => {
    const found = router.find('GET', url);
    if (found === null) return undefined;
    const { answer } = found.store as SiteAnswer;
    return () => answer(found.params as Params);
  };
}

/** Returns a JSON answer that caches may store for some seconds. */
export const jsonReply = (body: string, seconds: number): Reply => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  headers: { 'cache-control': `public, max-age=${seconds}` },
  body,
});

/** Returns an answer with a text. */
export const textReply = (status: number, body: string): Reply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  headers: {},
  body,
});

/** Returns an answer, or a 500 when it cannot be made: the failure is reported. */
export async function replyOrError(
  make: () => Promise<Reply>,
  error: string,
  onFailure: (cause: unknown) => void,
): Promise<Reply> {
  try {
    return await make();
  } catch (cause) {
    onFailure(cause);
    return errorJson(500, error);
  }
}

/** Returns an error in mempool.space's form. */
const errorJson = (status: number, error: string): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body: JSON.stringify({ error }),
});

/** The board of a site, as its page reads it. */
export const boardAnswer = (find: (site: string, name: string) => unknown, path: string): SiteAnswer => ({
  path: `${path}/:site/:name`,
  answer: async ({ site = '', name = '' }) => {
    const board = find(site, name);
    return board === undefined ? textReply(404, 'No such board') : jsonReply(JSON.stringify(board), 5);
  },
});
