import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSocialImages, type SocialImage } from '../social-images/social-images.ts';
import { type Asset, loadAssets } from './assets.ts';
import { buildDirectory as defaultBuildDirectory } from './build/build-web.ts';
import type { PageContext, PageRequest, RenderedPage } from './page-context.ts';
import { openRenderThreads } from './render-threads.ts';

/** The app as used by the HTTP server. */
export interface WebApp {
  /** Number of pages that are rendered at the same time; more wait in the order of their arrival. */
  readonly renderCapacity: number;
  /**
   * Renders the page of a request, including redirects and error statuses, and compresses it, in a thread of its own.
   * @throws when the thread ends before the page is rendered
   */
  render(request: PageRequest, context: PageContext): Promise<RenderedPage>;
  /**
   * Returns true for a page that is the same for all visitors without settings until the program ends: documentation.
   * @param path URL path below the base path, with its leading slash
   */
  isFixedPage(path: string): boolean;
  /**
   * Returns a built client file.
   * @param path as for `isFixedPage`
   */
  asset(path: string): Asset | undefined;
  /**
   * Returns a social image.
   * @param path as for `isFixedPage`
   * @returns undefined when it is not the path of an image
   */
  socialImage(path: string, context: PageContext): Promise<SocialImage> | undefined;
  /** Ends the threads. */
  close(): Promise<void>;
}

const fixedPages =
  /\/(docs\/(faq|api\/(rest(\/[a-z-]+)?|websocket))|(terms-of-service|privacy-policy|trademark-policy))\/?$/;

/**
 * Opens the built app for one base path.
 * @param options.basePath with a leading and a trailing slash
 * @throws when the app was not built
 */
export async function openWeb(options: { basePath: string; buildDirectory?: string }): Promise<WebApp> {
  const { basePath } = options;
  const buildDirectory = resolve(options.buildDirectory ?? defaultBuildDirectory);
  if (!existsSync(resolve(buildDirectory, 'server/index.js'))) throw new Error('the web app is not built');
  const assets = await loadAssets(buildDirectory, basePath);
  const threads = openRenderThreads({ buildDirectory, basePath });
  const socialImages = openSocialImages({ now: () => Date.now() });
  return {
    renderCapacity: threads.capacity,
    render: threads.render,
    isFixedPage: (path) => fixedPages.test(path),
    asset: (path) => assets.get(path),
    socialImage: (path, context) => socialImages.answer(path, context),
    async close() {
      await Promise.all([threads.close(), socialImages.close()]);
    },
  };
}
