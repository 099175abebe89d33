import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';

/** Returns the path of Chromium: GLASSBLOCK_CHROMIUM, an installed one, or the one that scripts/fetch-chromium unpacks. */
async function chromiumPath(): Promise<string> {
  const script = new URL('../../../../scripts/fetch-chromium', import.meta.url).pathname;
  try {
    const { stdout } = await promisify(execFile)('bash', [script], { timeout: 300_000 });
    return stdout.trim();
  } catch (cause) {
    throw new Error('Chromium is missing: set GLASSBLOCK_CHROMIUM or run scripts/fetch-chromium', { cause });
  }
}
let path: Promise<string> | undefined;

/**
 * Launches the browser of page tests, headless and without background requests.
 * @param flags in addition to those that make it repeatable
 */
export const launchBrowser = async (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: await (path ??= chromiumPath()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });

/** The browser's warning about a 404 answer. */
export const notFound = /status of 404 \(Not Found\)/;

/**
 * Warnings of the browser that a page cannot prevent: reading back a picture without a graphics card, and a style sheet that the router
 * preloads for the next page and a slow machine applies seconds later.
 */
export const unavoidable =
  /GL Driver Message|^The resource \S+\.css#? was preloaded using link preload but not used within a few seconds/;

/** A page, and the errors and warnings on its console. */
export interface OpenPage {
  page: Page;
  faults: string[];
}

/** Adds the errors and warnings on a page's console to a list. @param tolerated messages that are no faults */
function collectFaults(page: Page, faults: string[], tolerated?: RegExp): void {
  page.on('console', (message) => {
    const isExpected = tolerated?.test(message.text()) === true || unavoidable.test(message.text());
    if (!isExpected && ['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
}

/** Time limit of a wait for an element or a navigation, milliseconds: a machine that does other work can be ten times slower. */
export const browserTimeout = 90_000;

/** The viewport of pages by default, pixels. */
export const desktopSize = { width: 1280, height: 900 };

/**
 * Loads a URL in a page and waits for hydration (with JavaScript).
 * @param options of its context
 * @param tolerated console messages that are no faults, such as `notFound` where a page is a 404 on purpose; default: none
 */
export async function loadPage(
  page: Page,
  url: string,
  options: BrowserContextOptions,
  tolerated?: RegExp,
): Promise<OpenPage> {
  const faults: string[] = [];
  collectFaults(page, faults, tolerated);
  page.setDefaultTimeout(browserTimeout);
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await waitForHydration(page);
  return { page, faults };
}

/** Opens a URL in a separate context as `loadPage` does. @param options of the context; default viewport 1280 x 900 */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  tolerated?: RegExp,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: desktopSize, ...options });
  return loadPage(await context.newPage(), url, options, tolerated);
}

/** React's internal property of the document; `isDehydrated` is false after hydration. */
interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** Waits until a page is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$')) ?? [];
    return root !== undefined && !(root as ReactRoot).stateNode.current.memoizedState.isDehydrated;
  });
  // listeners on the document are added after the next paint
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Runs an action that loads another document, such as a form without JavaScript, and waits for its `load` event. */
export async function withPageLoad(page: Page, act: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

/** An init script: the visitor saves data, so modules of other pages are not preloaded. */
export const saveData = (): void => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
};

/**
 * Returns the compressed bytes of script that a page loads before parts that are loaded when they are in sight, such as charts,
 * and without prefetched modules of other pages.
 */
export async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(saveData);
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
  const finished: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) finished.push(request);
  });
  await page.goto(url);
  // the network is also idle before the first script is requested
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  await context.close();
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

/** React Router's router of a page. */
interface Router {
  navigate(path: string): Promise<void>;
}

/** Navigates to a path as a link does. */
export const navigateTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = globalThis as unknown as { __reactRouterDataRouter: Router };
    return router.navigate(to);
  }, path);

/** Returns the value of the cookie with the settings of a page; undefined without one. */
export const settingsCookie = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'glassblock')?.value;
