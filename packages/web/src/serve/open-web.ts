import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { type Asset, loadAssets } from './assets.ts';
import { basePlaceholder } from './base-placeholder.ts';
import { buildDirectory as defaultBuildDirectory } from './build-web.ts';
import { contentSecurityPolicy } from './csp.ts';
import type { PageContext } from './page-context.ts';

/** The app as the HTTP server uses it. */
export interface WebApp {
  /** Renders the page of a request; redirects and the status of pages for unknown ids included. */
  handle(request: Request, context: PageContext): Promise<Response>;
  /** A built client file. @param path  URL path below the base path, with its leading slash */
  asset(path: string): Asset | undefined;
}

interface PageEntry {
  provide(page: PageContext, nonce: string): RouterContextProvider;
}

/** Puts the real base path over the placeholder in every string of a manifest. */
function rebase<T>(value: T, basePath: string): T {
  if (typeof value === 'string') return value.replaceAll(basePlaceholder, basePath) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => rebase(item, basePath)) as T;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rebase(item, basePath)])) as T;
  }
  return value;
}

/**
 * Opens the built app for one base path.
 * @param options.basePath  with a leading and a trailing slash
 * @throws when the app was not built
 */
export async function openWeb(options: { basePath: string; buildDirectory?: string }): Promise<WebApp> {
  const { basePath } = options;
  const directory = resolve(options.buildDirectory ?? defaultBuildDirectory);
  const file = pathToFileURL(resolve(directory, 'server/index.js')).href;
  const built = (await import(file)) as ServerBuild;
  const build: ServerBuild = {
    ...built,
    basename: basePath === '/' ? '/' : basePath.slice(0, -1),
    publicPath: basePath,
    assets: rebase(built.assets, basePath),
  };
  const entry = built.entry.module as unknown as PageEntry;
  const render = createRequestHandler(build, 'production');
  const assets = await loadAssets(resolve(directory, 'client'), basePath);

  return {
    async handle(request, context) {
      const nonce = randomBytes(16).toString('base64url');
      const response = await render(request, entry.provide(context, nonce));
      const headers = new Headers(response.headers);
      headers.set('content-security-policy', contentSecurityPolicy(nonce, new URL(request.url).host));
      headers.set('x-content-type-options', 'nosniff');
      headers.set('referrer-policy', 'no-referrer');
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
      return new Response(response.body, { status: response.status, headers });
    },
    asset: (path) => assets.get(path),
  };
}
