import type { FastifyInstance } from 'fastify';
import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Reply } from '../answers/answer.ts';
import type { AnswerOrigin } from '../answers/surrogate-keys.ts';
import type { RequestParts } from '../requests/request.ts';
import { hasEmptyParam, routerOptions } from '../router.ts';

/** A route whose answers to GET and HEAD depend on path, query and `RequestParts` alone. */
export interface DirectRoute {
  readonly origin: AnswerOrigin;
  /**
   * Answers a request. Never rejects.
   * @param search the query string without `?`
   * @returns undefined when too many requests of its address wait
   */
  answer(
    params: Readonly<Record<string, string>>,
    search: string,
    request: RequestParts & { readonly ip: string },
  ): Promise<Reply> | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that are also answered without Fastify. */
    direct?: DirectRoute;
  }
}

/** A matched route with its parameters. */
export interface DirectMatch {
  readonly route: DirectRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the direct route of a path; undefined: another route of the app has the path, or none. */
export type FindDirectRoute = (method: 'GET' | 'HEAD', path: string) => DirectMatch | undefined;

/**
 * Returns the function that finds direct routes among all routes that are registered from now on, as Fastify does: its
 * own router has no lookup.
 */
export function watchDirectRoutes(app: FastifyInstance): FindDirectRoute {
  const router = createFindMyWay(routerOptions);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (each === 'GET' || each === 'HEAD') router.on(each as HTTPMethod, url, unused, config?.direct);
    }
  });
  return (method, path) => {
    const found = router.find(method, path);
    if (found === null || found.store === undefined || found.store === null) return undefined;
    const params = found.params as Record<string, string>;
    return hasEmptyParam(params) ? undefined : { route: found.store as DirectRoute, params };
  };
}

const unused = () => undefined;
