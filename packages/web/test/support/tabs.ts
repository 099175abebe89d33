import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { desktopSize, loadPage, type OpenPage, saveData } from './open-page.ts';

/** A tab of a context of its own. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** For the storage of its context. */
  readonly session: CDPSession;
  readonly options: BrowserContextOptions;
  /** Of the page of the current test. */
  origin: string;
}

/** Tabs that no test uses, by their options: a browser process with compiled scripts opens a page in two thirds of the time. */
const unused = new Map<string, Tab[]>();
const tabs = new WeakMap<Page, Tab>();

const keyOf = (options: BrowserContextOptions): string => JSON.stringify(options);

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(saveData);
  const tab: Tab = { context, page, session: await context.newCDPSession(page), options, origin: '' };
  tabs.set(page, tab);
  return tab;
}

async function takeTab(browser: Browser, options: BrowserContextOptions, origin: string): Promise<Page> {
  if (options.storageState !== undefined) return (await browser.newContext(options)).newPage();
  const left = unused.get(keyOf(options))?.pop();
  const tab = left?.context.browser()?.isConnected() === true ? left : await newTab(browser, options);
  tab.origin = origin;
  return tab.page;
}

/**
 * Opens a URL as `openPage` does, in a tab without cookies, storage, routes and listeners: one that an earlier test has left, where
 * there is one. `leave` closes it. Modules of other pages are not preloaded: that takes a tenth of the processor time, and
 * `late-scripts.test.ts` and `e2e` test it.
 */
export async function openInTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  tolerated?: RegExp,
): Promise<OpenPage> {
  const page = await takeTab(browser, { viewport: desktopSize, ...options }, new URL(url).origin);
  return loadPage(page, url, options, tolerated);
}

/**
 * Closes a page of `openInTab`; another test uses its tab. A test that adds scripts, functions, headers or a clock to a page closes the
 * context instead, since they cannot be removed.
 */
export async function leave(page: Page): Promise<void> {
  const tab = tabs.get(page);
  if (tab === undefined) return page.context().close();
  const { context, session, options, origin } = tab;
  page.removeAllListeners();
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)]);
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  // closes the socket of the page
  await page.goto('about:blank');
  await context.clearCookies();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
  unused.set(keyOf(options), [...(unused.get(keyOf(options)) ?? []), tab]);
}

/** Returns whether a context waits for another test. */
export const isUnused = (context: BrowserContext): boolean =>
  [...unused.values()].some((list) => list.some((tab) => tab.context === context));
