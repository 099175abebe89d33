import { openWeb } from '@glassblock/web';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

import { buildWeb } from '../../packages/web/src/index.ts';

/** A browser window that keeps everything a good page never says. */
export interface Visit {
  readonly page: Page;
  /** Console errors and warnings, policy violations, page errors, failed requests, refused answers. */
  readonly faults: string[];
  /** Paths of the live sockets that were opened and not only begun, in order. */
  readonly sockets: string[];
  /** Loads another page in it and waits until it is alive. */
  go(url: string): Promise<void>;
  close(): Promise<void>;
}

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
};

/** The built app for one base path; built once. */
export async function web(basePath = '/') {
  await buildWeb({ log: () => undefined });
  return openWeb({ basePath });
}

/**
 * Opens a page. A page for an unknown id is a 404 on purpose: the document itself may be refused, nothing else.
 * @param options.javaScriptEnabled  false: nothing will come alive, and nothing is waited for
 */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = desktop): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const sockets: string[] = [];
  const documents = new Set<string>();
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Software drivers remark on screenshots.
    if (message.text().includes('GL Driver Message')) return;
    if (message.text().includes('status of 404') && documents.has(message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.add(request.url());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What a page still asks for when one leaves it is given up.
    if (reason === 'net::ERR_ABORTED') return;
    // Without JavaScript the browser refuses scripts that the head announces, and calls that a policy of ours.
    if (options.javaScriptEnabled === false && request.resourceType() === 'script') return;
    faults.push(`request failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const expected = response.status() === 404 && response.request().isNavigationRequest();
    if (response.status() >= 400 && !expected) faults.push(`answer ${response.status()}: ${response.url()}`);
  });
  await page.exposeFunction('glassViolation', (what: string) => void faults.push(`policy: ${what}`));
  await page.exposeFunction('glassOpened', (url: string) => void sockets.push(new URL(url).pathname));
  await page.addInitScript(() => {
    const { glassOpened } = window as unknown as { glassOpened(url: string): void };
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        // it may be published before the page subscribes
        this.addEventListener('open', () => glassOpened(this.url));
      }
    };
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { glassViolation(what: string): void }).glassViolation;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  const go = async (to: string) => {
    const before = sockets.length;
    await page.goto(to);
    if (options.javaScriptEnabled !== false) await alive(page, sockets, before);
  };
  await go(url);
  return { page, faults, sockets, go, close: () => context.close() };
}

/** Waits until the app took the page over: React has put its hands on it and news reach it, if any may. */
async function alive(page: Page, sockets: readonly string[], before: number): Promise<void> {
  await page.waitForFunction(() => {
    const held = document.querySelector('.search input') ?? document.querySelector('main');
    return held !== null && Object.keys(held).some((key) => key.startsWith('__reactProps'));
  });
  // Images of pages are all that follows nothing.
  if ((await page.locator('.still-page').count()) > 0) return;
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(before), { timeout: 20_000 });
}

/** CSS pixels by which the page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Words that no figure of a page may be. */
export async function senselessWords(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/\bNaN\b|Infinity|undefined|\[object|-\d+ (seconds|minutes|hours|days)|~0 sat/g) ?? [];
}
