import { randomBytes } from 'node:crypto';
import type { RequestHandler, ServerBuild } from 'react-router';
import { liquidNetworkOf } from '../data/site/liquid-routes.ts';
import { basePlaceholder } from './base-placeholder.ts';
import { contentSecurityPolicy } from './csp.ts';
import type { PageContext } from './page-context.ts';
import type { PageEntry } from './page-entry.ts';

/** Renders the page of a request, including redirects and error statuses. */
export type Renderer = (request: Request, context: PageContext) => Promise<Response>;

/** Replaces the placeholder in every string of a manifest. */
function rebase<T>(value: T, basePath: string): T {
  if (typeof value === 'string') return value.replaceAll(basePlaceholder, basePath) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => rebase(item, basePath)) as T;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rebase(item, basePath)])) as T;
  }
  return value;
}

/**
 * Loads the server build.
 * @param file URL of the build's module
 * @param basePath with a leading and a trailing slash
 */
export async function createRenderer(file: string, basePath: string): Promise<Renderer> {
  const built = (await import(file)) as ServerBuild;
  const rebased = { ...built, publicPath: basePath, assets: rebase(built.assets, basePath) };
  const entry = built.entry.module as unknown as PageEntry;
  const handlers = new Map<string, RequestHandler>();
  /** One per path language and Liquid network: they are part of the router's base name, so that every link keeps them. */
  const handlerOf = (language: string | undefined, liquid: { path: string } | undefined): RequestHandler => {
    const key = `${language ?? ''}/${liquid?.path ?? '-'}`;
    const known = handlers.get(key);
    if (known) return known;
    const below = [language, liquid?.path].filter((part) => part !== undefined && part !== '').join('/');
    const basename = `${basePath}${below}`.replace(/(?<=.)\/$/, '');
    const routes = entry.routesFor(rebased.routes, liquid !== undefined);
    const assets = { ...rebased.assets, routes: entry.routesFor(rebased.assets.routes, liquid !== undefined) };
    const made = entry.createRequestHandler({ ...rebased, routes, assets, basename }, 'production');
    handlers.set(key, made);
    return made;
  };
  return async (request, context) => {
    const nonce = randomBytes(16).toString('base64url');
    const { pathname, host } = new URL(request.url);
    const below = pathname.slice(basePath.length - 1);
    const language = entry.languageOfPath(below);
    const path = language === undefined ? below : below.slice(language.length + 1);
    const liquid = liquidNetworkOf(context.config.networks, path);
    const provided = entry.provide(context, nonce, language, liquid?.name);
    const response = await handlerOf(language, liquid)(request, provided);
    const headers = new Headers(response.headers);
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(
        nonce,
        host,
        path,
        liquid !== undefined && /^(\/\w+)?\/tx\//.test(path),
        context.config.enterprise?.analytics?.url,
      ),
    );
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'no-referrer');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    return new Response(response.body, { status: response.status, headers });
  };
}
