import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router';
import { pageKey } from '../data/load.ts';
import { siteOf } from '../data/server/site.server.ts';
import type { PageContext } from '../ssr/page-context.ts';
import { prioritizeStyles } from '../ssr/prioritize-styles.ts';
import { addSocialTitles } from '../ssr/social-titles.ts';

export { createRequestHandler } from 'react-router';
export { languageOfPath } from '../data/locales.ts';
export { routesFor } from '../data/site/liquid-routes.ts';

/**
 * Creates the context of the loaders of one page view.
 * @param language from the path
 * @param liquid name of the Liquid network of the path
 */
export function provide(
  page: PageContext,
  nonce: string,
  language: string | undefined,
  liquid?: string,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageKey, { page, site: siteOf(page.config, liquid, page.liquid), nonce, now: Date.now(), language });
  return context;
}

/** Renders the whole page before the first byte: all data is there, and it is readable without JavaScript. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageKey);
  let failed = false;
  const stream = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        failed = true;
        console.error('page.render', error);
      },
    },
  );
  await stream.allReady;
  const html = prioritizeStyles(addSocialTitles(await new Response(stream).text()));
  headers.set('content-type', 'text/html; charset=utf-8');
  const answer = failed && status < 400 ? 500 : status;
  return new Response(request.method === 'HEAD' ? null : html, { status: answer, headers });
}

/**
 * Errors inside loaders are bugs or the node's; the page's error boundary shows them, the log records them. Those of the
 * router are the client's, as a path with an encoded line break, which no route matches.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error('page.error', error);
}
