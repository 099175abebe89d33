import { openWeb } from '@glassblock/web';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

import { buildWeb } from '../../packages/web/src/index.ts';
import { browserTimeout, unavoidable } from '../../packages/web/test/support/open-page.ts';

/** A browser page that records errors. */
export interface Visit {
  readonly page: Page;
  /** Console errors and warnings, CSP violations, page errors, failed requests, error responses. */
  readonly faults: string[];
  /** Paths of the live sockets that reached the open state, in order. */
  readonly sockets: string[];
  /** Loads another page and waits until it is interactive. */
  go(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Viewport of a desktop browser, dark. */
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' };
/** Viewport of a phone, with touch. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
};

/** Returns the web app built for a base path; built once. */
export async function web(basePath = '/') {
  await buildWeb({ log: () => undefined });
  return openWeb({ basePath });
}

/**
 * Opens a page. The page of an unknown id is a 404 by design: only the document itself may be an error response.
 * @param options.javaScriptEnabled if false, does not wait for hydration
 */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = desktop): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(browserTimeout);
  const page = await context.newPage();
  const faults: string[] = [];
  const sockets: string[] = [];
  const documents = new Set<string>();
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (unavoidable.test(message.text())) return;
    if (message.text().includes('status of 404') && documents.has(message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.add(request.url());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Requests are aborted when the page is left.
    if (reason === 'net::ERR_ABORTED') return;
    // Without JavaScript, the browser blocks preloaded scripts and reports that as a CSP violation.
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
        // The socket may be open before the page adds its listener.
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
    if (options.javaScriptEnabled !== false) await waitUntilInteractive(page, sockets, before);
  };
  await go(url);
  return { page, faults, sockets, go, close: () => context.close() };
}

/** Waits until the app is hydrated and its socket is open, if it has one. */
async function waitUntilInteractive(page: Page, sockets: readonly string[], before: number): Promise<void> {
  await page.waitForFunction(() => {
    const held = document.querySelector('[data-part~=search] input') ?? document.querySelector('main');
    return held !== null && Object.keys(held).some((key) => key.startsWith('__reactProps'));
  });
  // Social images of pages have no socket.
  if ((await page.locator('[data-part~=social-image-page]').count()) > 0) return;
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(before), { timeout: browserTimeout });
}

/** Returns the horizontal overflow of the page in CSS pixels. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns words that indicate a formatting error, such as NaN. */
export async function formattingErrors(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/\bNaN\b|Infinity|undefined|\[object|-\d+ (seconds|minutes|hours|days)|~0 sat/g) ?? [];
}
