import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler, ServerBuild } from 'react-router';
import { openSocialImages, type SocialImage } from '../social-images/social-images.ts';
import { type Asset, loadAssets } from './assets.ts';
import { basePlaceholder } from './base-placeholder.ts';
import { buildDirectory as defaultBuildDirectory } from './build-web.ts';
import { contentSecurityPolicy } from './csp.ts';
import type { PageContext } from './page-context.ts';
import type { PageEntry } from './page-entry.ts';

/** The app as used by the HTTP server. */
export interface WebApp {
  /** Renders the page of a request, including redirects and error statuses. */
  handle(request: Request, context: PageContext): Promise<Response>;
  /**
   * Returns a built client file.
   * @param path URL path below the base path, with its leading slash
   */
  asset(path: string): Asset | undefined;
  /**
   * Returns a social image.
   * @param path as for `asset`
   * @returns undefined when it is not the path of an image
   */
  socialImage(path: string, context: PageContext): Promise<SocialImage> | undefined;
}

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
 * Opens the built app for one base path.
 * @param options.basePath with a leading and a trailing slash
 * @throws when the app was not built
 */
export async function openWeb(options: { basePath: string; buildDirectory?: string }): Promise<WebApp> {
  const { basePath } = options;
  const directory = resolve(options.buildDirectory ?? defaultBuildDirectory);
  const file = pathToFileURL(resolve(directory, 'server/index.js')).href;
  const built = (await import(file)) as ServerBuild;
  const rebased = { ...built, publicPath: basePath, assets: rebase(built.assets, basePath) };
  const entry = built.entry.module as unknown as PageEntry;
  const renderers = new Map<string | undefined, RequestHandler>();
  /** One per path language: it is part of the router's base name, so that every link keeps it. */
  const rendererOf = (language: string | undefined): RequestHandler => {
    const known = renderers.get(language);
    if (known) return known;
    const basename = `${basePath}${language ?? ''}`.replace(/(?<=.)\/$/, '');
    const made = entry.createRequestHandler({ ...rebased, basename }, 'production');
    renderers.set(language, made);
    return made;
  };
  const socialImages = openSocialImages({ now: () => Date.now() });
  const assets = await loadAssets(resolve(directory, 'client'), basePath);

  return {
    async handle(request, context) {
      const nonce = randomBytes(16).toString('base64url');
      const { pathname, host } = new URL(request.url);
      const below = pathname.slice(basePath.length - 1);
      const language = entry.languageOfPath(below);
      const response = await rendererOf(language)(request, entry.provide(context, nonce, language));
      const headers = new Headers(response.headers);
      headers.set(
        'content-security-policy',
        contentSecurityPolicy(nonce, host, language === undefined ? below : below.slice(language.length + 1)),
      );
      headers.set('x-content-type-options', 'nosniff');
      headers.set('referrer-policy', 'no-referrer');
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
      return new Response(response.body, { status: response.status, headers });
    },
    asset: (path) => assets.get(path),
    socialImage: (path, context) => socialImages.answer(path, context),
  };
}
